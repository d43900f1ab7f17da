package dev.semel.torture;

import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Items of a table, each under a key of its own, so that none replaces another. */
final class DynamoDbBooks implements Books {
    private static final String TABLE = "torture_book";
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final DynamoDbClient client;
    private final Set<String> known = new HashSet<>();

    DynamoDbBooks(String address) {
        client = client(address);
        try {
            create();
        } catch (ResourceInUseException e) {
            // The client had sent it again by itself.
        }
    }

    private void create() {
        client.createTable(create -> create.tableName(TABLE)
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

    /** A client for {@code dynamodb://REGION/TABLE?endpoint=ADDRESS}. */
    static DynamoDbClient client(String address) {
        return DynamoDbClient.builder()
                .endpointOverride(URI.create(address.substring(address.indexOf("endpoint=") + "endpoint=".length())))
                .region(Region.EU_WEST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("any", "any")))
                .httpClientBuilder(UrlConnectionHttpClient.builder()
                        .connectionTimeout(PATIENCE)
                        .socketTimeout(PATIENCE))
                .build();
    }

    /** An entry that is written together with a record. */
    static Put entry(String row) {
        return Put.builder()
                .tableName(TABLE)
                .item(Map.of(
                        "id", AttributeValue.fromS(UUID.randomUUID().toString()), "entry", AttributeValue.fromS(row)))
                .build();
    }

    @Override
    public void read(Consumer<String> entries) throws AwayException {
        try {
            client.scanPaginator(scan -> scan.tableName(TABLE).consistentRead(true))
                    .items()
                    .forEach(item -> {
                        AttributeValue entry = item.get("entry");
                        if (entry != null && known.add(entry.s())) {
                            entries.accept(entry.s());
                        }
                    });
        } catch (SdkException e) {
            throw new AwayException(e);
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
