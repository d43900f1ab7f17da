package dev.semel.dynamodb;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.SdkPlugin;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ItemResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** What counts ask of one of the SDK's two clients beyond {@link Wire}. */
interface CountWire {
    /**
     * For an update that adds: a repetition by the SDK after a lost reply could add once more. The condition on the nonce stops it only if nobody
     * else has written in between.
     */
    AwsRequestOverrideConfiguration SENT_ONCE = AwsRequestOverrideConfiguration.builder()
            .addPlugin((SdkPlugin) client -> client.overrideConfiguration(client.overrideConfiguration().toBuilder()
                    .retryStrategy(DefaultRetryStrategy.doNotRetry())
                    .build()))
            .build();

    /** The item after the update. */
    Map<String, AttributeValue> update(UpdateItemRequest request);

    /** Items as they were at one moment. */
    List<ItemResponse> read(TransactGetItemsRequest request);

    static CountWire of(DynamoDbClient client) {
        return new CountWire() {
            @Override
            public Map<String, AttributeValue> update(UpdateItemRequest request) {
                return client.updateItem(request).attributes();
            }

            @Override
            public List<ItemResponse> read(TransactGetItemsRequest request) {
                return client.transactGetItems(request).responses();
            }
        };
    }

    /** The calling thread waits. */
    static CountWire of(DynamoDbAsyncClient client) {
        return new CountWire() {
            @Override
            public Map<String, AttributeValue> update(UpdateItemRequest request) {
                try {
                    return client.updateItem(request).join().attributes();
                } catch (CompletionException e) {
                    throw unwrapped(e);
                }
            }

            @Override
            public List<ItemResponse> read(TransactGetItemsRequest request) {
                try {
                    return client.transactGetItems(request).join().responses();
                } catch (CompletionException e) {
                    throw unwrapped(e);
                }
            }
        };
    }

    private static RuntimeException unwrapped(CompletionException e) {
        return e.getCause() instanceof RuntimeException cause ? cause : e;
    }
}
