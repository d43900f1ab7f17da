package dev.semel.torture;

import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.counter.store.CounterStore;
import dev.semel.dynamodb.DynamoDbCounterStore;
import dev.semel.dynamodb.DynamoDbStore;
import dev.semel.store.Store;
import java.net.URI;
import java.time.Duration;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** DynamoDB by the worker's clock, which may be off by half of what the store allows for. */
final class DynamoDbSite implements Site {
    /** How far any two clocks may be apart. */
    static final Duration SKEW = Duration.ofMillis(300);

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final DynamoDbClient client;
    private final DynamoDbStore store;
    private final DynamoDbCounterStore counts;

    DynamoDbSite(WorkerSettings settings) {
        String address = settings.address();
        client = DynamoDbClient.builder()
                .endpointOverride(URI.create(address.substring(address.indexOf("endpoint=") + "endpoint=".length())))
                .region(Region.EU_WEST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("any", "any")))
                .httpClientBuilder(UrlConnectionHttpClient.builder()
                        .connectionTimeout(PATIENCE)
                        .socketTimeout(PATIENCE))
                .build();
        store = DynamoDbStore.builder(client)
                .createTable(true)
                .skewAllowance(SKEW)
                .clock(settings.clock())
                .build();
        counts = DynamoDbCounterStore.builder(client).createTable(true).build();
    }

    @Override
    public Store store() {
        return store;
    }

    @Override
    public CounterStore counts() {
        return counts;
    }

    @Override
    public boolean hasBooks() {
        return false;
    }

    @Override
    public Outcome<String> book(Operation<String> operation, String key, String request, Posting work) {
        throw new UnsupportedOperationException("booked operations are not tortured on DynamoDB");
    }

    @Override
    public void close() {
        store.close();
        counts.close();
        client.close();
    }
}
