package dev.semel.benchmarks.servers;

import java.net.URI;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;

/** Clients of DynamoDB Local. Functions whose cold start is measured use it too, so it loads no class that they do not need. */
public final class LocalClient {
    private LocalClient() {}

    /** Returns a builder of clients for a server at this address. */
    public static DynamoDbClientBuilder at(String uri) {
        return DynamoDbClient.builder()
                .endpointOverride(URI.create(uri))
                .region(Region.EU_WEST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("bench", "bench")))
                .httpClient(UrlConnectionHttpClient.builder().build());
    }
}
