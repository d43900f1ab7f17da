package dev.semel.dynamodb.wire;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
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

/**
 * Requests over the synchronous client.
 *
 * @param own whether the store has created the client and closes it
 */
record BlockingRequests(DynamoDbClient client, boolean own) implements DynamoDbRequests {

    @Override
    public void put(PutItemRequest request) {
        client.putItem(request);
    }

    @Override
    public UpdateItemResponse update(UpdateItemRequest request) {
        return client.updateItem(request);
    }

    @Override
    public GetItemResponse get(GetItemRequest request) {
        return client.getItem(request);
    }

    @Override
    public void delete(DeleteItemRequest request) {
        client.deleteItem(request);
    }

    @Override
    public ScanResponse scan(ScanRequest request) {
        return client.scan(request);
    }

    @Override
    public TransactGetItemsResponse read(TransactGetItemsRequest request) {
        return client.transactGetItems(request);
    }

    @Override
    public void write(TransactWriteItemsRequest request) {
        client.transactWriteItems(request);
    }

    @Override
    public void create(CreateTableRequest request) {
        client.createTable(request);
    }

    @Override
    public DescribeTableResponse describe(DescribeTableRequest request) {
        return client.describeTable(request);
    }

    @Override
    public void update(UpdateTimeToLiveRequest request) {
        client.updateTimeToLive(request);
    }

    @Override
    public DescribeTimeToLiveResponse describe(DescribeTimeToLiveRequest request) {
        return client.describeTimeToLive(request);
    }

    @Override
    public void close() {
        if (own) {
            client.close();
        }
    }
}
