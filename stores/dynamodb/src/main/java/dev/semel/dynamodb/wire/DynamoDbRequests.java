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

    void put(PutItemRequest request);

    UpdateItemResponse update(UpdateItemRequest request);

    GetItemResponse get(GetItemRequest request);

    void delete(DeleteItemRequest request);

    ScanResponse scan(ScanRequest request);

    TransactGetItemsResponse read(TransactGetItemsRequest request);

    void write(TransactWriteItemsRequest request);

    void create(CreateTableRequest request);

    DescribeTableResponse describe(DescribeTableRequest request);

    void update(UpdateTimeToLiveRequest request);

    DescribeTimeToLiveResponse describe(DescribeTimeToLiveRequest request);

    /** Closes the client if the store has created it. */
    void close();
}
