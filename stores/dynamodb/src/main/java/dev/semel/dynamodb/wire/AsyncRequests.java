package dev.semel.dynamodb.wire;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
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

/** Requests over the asynchronous client, for applications that have no other. The calling thread waits for each answer. */
record AsyncRequests(DynamoDbAsyncClient client) implements DynamoDbRequests {

    private static <R> R await(CompletableFuture<R> future) {
        try {
            return future.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
    }

    @Override
    public void put(PutItemRequest request) {
        await(client.putItem(request));
    }

    @Override
    public UpdateItemResponse update(UpdateItemRequest request) {
        return await(client.updateItem(request));
    }

    @Override
    public GetItemResponse get(GetItemRequest request) {
        return await(client.getItem(request));
    }

    @Override
    public void delete(DeleteItemRequest request) {
        await(client.deleteItem(request));
    }

    @Override
    public ScanResponse scan(ScanRequest request) {
        return await(client.scan(request));
    }

    @Override
    public TransactGetItemsResponse read(TransactGetItemsRequest request) {
        return await(client.transactGetItems(request));
    }

    @Override
    public void write(TransactWriteItemsRequest request) {
        await(client.transactWriteItems(request));
    }

    @Override
    public void create(CreateTableRequest request) {
        await(client.createTable(request));
    }

    @Override
    public DescribeTableResponse describe(DescribeTableRequest request) {
        return await(client.describeTable(request));
    }

    @Override
    public void update(UpdateTimeToLiveRequest request) {
        await(client.updateTimeToLive(request));
    }

    @Override
    public DescribeTimeToLiveResponse describe(DescribeTimeToLiveRequest request) {
        return await(client.describeTimeToLive(request));
    }

    /** Does nothing: the client belongs to the application. */
    @Override
    public void close() {}
}
