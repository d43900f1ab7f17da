package dev.semel.benchmarks;

import dev.semel.servers.DynamoDbLocal;
import java.net.URI;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** A private DynamoDB Local, and one client for all contenders. */
final class DynamoDbPlace implements AutoCloseable {
    /** An item with a result of 1 KB has between one and two KB. */
    static final double REFUSAL_UNITS = 2;

    private final DynamoDbLocal server = DynamoDbLocal.start();
    private final Toll toll = new Toll();
    private final DynamoDbClient client = DynamoDbClient.builder()
            .endpointOverride(URI.create(server.uri()))
            .region(Region.EU_WEST_1)
            .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("bench", "bench")))
            .httpClientBuilder(UrlConnectionHttpClient.builder())
            .overrideConfiguration(config -> config.addExecutionInterceptor(toll))
            .build();

    DynamoDbClient client() {
        return client;
    }

    /** Where other clients find it. */
    String uri() {
        return server.uri();
    }

    Toll toll() {
        return toll;
    }

    /** A table with a partition key {@code id}. */
    String table(String name) {
        AttributeDefinition id = AttributeDefinition.builder()
                .attributeName("id")
                .attributeType(ScalarAttributeType.S)
                .build();
        KeySchemaElement key = KeySchemaElement.builder()
                .attributeName("id")
                .keyType(KeyType.HASH)
                .build();
        client.createTable(create -> create.tableName(name)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(id)
                .keySchema(key));
        return name;
    }

    @Override
    public void close() {
        client.close();
        server.close();
    }
}
