package dev.semel.dynamodb.wire;

import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveRequest;

/** The requests that the stores of this module send, over either of the SDK's clients. They throw the client's own exceptions. */
public interface DynamoDbRequests {

    /** Sends a {@code PutItem}. */
    void put(PutItemRequest request);

    /** Sends an {@code UpdateItem}. */
    UpdateItemResponse update(UpdateItemRequest request);

    /** Sends a {@code GetItem}. */
    GetItemResponse get(GetItemRequest request);

    /** Sends a {@code DeleteItem}. */
    void delete(DeleteItemRequest request);

    /** Sends a {@code Scan} of one page. */
    ScanResponse scan(ScanRequest request);

    /** Sends a {@code TransactGetItems}. */
    TransactGetItemsResponse read(TransactGetItemsRequest request);

    /** Sends a {@code TransactWriteItems}. */
    void write(TransactWriteItemsRequest request);

    /** Sends a {@code CreateTable}. */
    void create(CreateTableRequest request);

    /** Sends a {@code DescribeTable}. */
    DescribeTableResponse describe(DescribeTableRequest request);

    /** Sends an {@code UpdateTimeToLive}. */
    void update(UpdateTimeToLiveRequest request);

    /** Sends a {@code DescribeTimeToLive}. */
    DescribeTimeToLiveResponse describe(DescribeTimeToLiveRequest request);

    /** Closes the client if the store has created it. */
    void close();
}
