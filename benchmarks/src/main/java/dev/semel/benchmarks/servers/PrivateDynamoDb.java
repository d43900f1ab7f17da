package dev.semel.benchmarks.servers;

import dev.semel.servers.DynamoDbLocal;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** A private DynamoDB Local, and one client for all contenders. */
public final class PrivateDynamoDb implements AutoCloseable {
    private final DynamoDbLocal server = DynamoDbLocal.start();
    private final Toll toll = new Toll();
    private final DynamoDbClient client = LocalClient.at(server.uri())
            .overrideConfiguration(config -> config.addExecutionInterceptor(toll))
            .build();

    /** Returns the client, whose requests are metered. */
    public DynamoDbClient client() {
        return client;
    }

    /** Returns its address for other clients. */
    public String uri() {
        return server.uri();
    }

    /** Returns the meter of the client. */
    public Toll toll() {
        return toll;
    }

    /** Creates a table with the partition key {@code id}, and returns its name. */
    public String table(String name) {
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
