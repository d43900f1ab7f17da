package dev.semel.torture.book;

import dev.semel.dynamodb.DynamoDbAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.Update;

/** Books as items of a table. Each item has a separate key, so that none replaces another, and counts how often it was written. */
public final class DynamoDbBooks implements Books {
    private static final int TRIES = 10;
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final DynamoDbClient client;
    private final String table;
    private final Map<String, Integer> known = new HashMap<>();

    DynamoDbBooks(String address, String tag) {
        client = client(DynamoDbAddress.of(address));
        table = name(tag);
        try {
            create();
        } catch (ResourceInUseException e) {
            // The client has retried the request.
        }
        client.waiter().waitUntilTableExists(asked -> asked.tableName(table));
    }

    /** Returns a client that gives up soon. */
    public static DynamoDbClient client(DynamoDbAddress address) {
        return address.client()
                .httpClientBuilder(UrlConnectionHttpClient.builder()
                        .connectionTimeout(PATIENCE)
                        .socketTimeout(PATIENCE))
                .build();
    }

    private static String name(String tag) {
        return "torture_book" + tag;
    }

    private void create() {
        client.createTable(create -> create.tableName(table)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(AttributeDefinition.builder()
                        .attributeName("id")
                        .attributeType(ScalarAttributeType.S)
                        .build())
                .keySchema(KeySchemaElement.builder()
                        .attributeName("id")
                        .keyType(KeyType.HASH)
                        .build()));
    }

    /**
     * Waits until DynamoDB Local has committed all that it has acknowledged: commits and reads take turns in one queue.
     *
     * @throws SdkException if it does not answer
     */
    public static void awaitCommits(String address) throws InterruptedException {
        try (DynamoDbClient client = client(DynamoDbAddress.of(address))) {
            for (int tried = 1; ; tried++) {
                try {
                    client.listTables();
                    return;
                } catch (SdkException e) {
                    if (tried == TRIES) {
                        throw e;
                    }
                    Thread.sleep(250); // it is busy; the client has retried for some seconds already
                }
            }
        }
    }

    /** Returns an entry that is written together with a record. Writing it twice does not hide that it was. */
    public static Update entry(String tag, String row) {
        return Update.builder()
                .tableName(name(tag))
                .key(Map.of("id", AttributeValue.fromS(UUID.randomUUID().toString())))
                .updateExpression("SET entry = :row ADD times :one")
                .expressionAttributeValues(Map.of(":row", AttributeValue.fromS(row), ":one", AttributeValue.fromN("1")))
                .build();
    }

    @Override
    public void read(Consumer<String> entries) throws AwayException {
        try {
            client.scanPaginator(scan -> scan.tableName(table).consistentRead(true))
                    .items()
                    .forEach(item -> handOver(item, entries));
        } catch (SdkException e) {
            throw new AwayException(e);
        }
    }

    private void handOver(Map<String, AttributeValue> item, Consumer<String> entries) {
        AttributeValue id = Objects.requireNonNull(item.get("id"));
        AttributeValue entry = Objects.requireNonNull(item.get("entry"));
        int times = Integer.parseInt(Objects.requireNonNull(item.get("times")).n());
        for (int i = known.getOrDefault(id.s(), 0); i < times; i++) {
            entries.accept(entry.s());
        }
        known.put(id.s(), times);
    }

    @Override
    public void close() {
        try (client) {
            client.deleteTable(delete -> delete.tableName(table));
        } catch (SdkException e) {
            // It stays; no other run uses it.
        }
    }
}
