package dev.semel.torture;

import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;

/**
 * {@code dynamodb://REGION/TABLE}, perhaps with {@code ?endpoint=URI}.
 *
 * @param region where it is
 * @param table of records; that of counts is beside it
 * @param endpoint that is not Amazon's own
 */
record DynamoDbAddress(
        String region, String table, @Nullable URI endpoint) {
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final String ENDPOINT = "endpoint=";

    static DynamoDbAddress of(String address) {
        URI uri = URI.create(address);
        String query = uri.getQuery();
        return new DynamoDbAddress(
                uri.getHost(),
                uri.getPath().substring(1),
                query != null && query.startsWith(ENDPOINT) ? URI.create(query.substring(ENDPOINT.length())) : null);
    }

    /** A client that gives up soon. Another endpoint than Amazon's gets credentials that are made up. */
    DynamoDbClient client() {
        DynamoDbClientBuilder client = DynamoDbClient.builder()
                .region(Region.of(region))
                .httpClientBuilder(UrlConnectionHttpClient.builder()
                        .connectionTimeout(PATIENCE)
                        .socketTimeout(PATIENCE));
        if (endpoint != null) {
            client.endpointOverride(endpoint)
                    .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("any", "any")));
        }
        return client.build();
    }
}
