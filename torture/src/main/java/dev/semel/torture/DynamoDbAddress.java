package dev.semel.torture;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
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
    private static final String EXPECTED = "expected dynamodb://REGION/TABLE or dynamodb://REGION/TABLE?endpoint=URI";

    /**
     * Refuses what the store's own addresses refuse. The message does not repeat the address: it may hold what is nobody's business.
     *
     * @throws IllegalArgumentException if it is not such an address
     */
    static DynamoDbAddress of(String address) {
        try {
            URI uri = new URI(address);
            String path = uri.getPath() == null ? "" : uri.getPath();
            if (!"dynamodb".equals(uri.getScheme()) || uri.getHost() == null || path.length() < 2) {
                throw new IllegalArgumentException("the address is not one of DynamoDB; " + EXPECTED);
            }
            if (uri.getUserInfo() != null || uri.getPort() >= 0 || uri.getFragment() != null) {
                throw new IllegalArgumentException(
                        "the address has credentials, a port or a fragment, which nothing would use; " + EXPECTED);
            }
            return new DynamoDbAddress(
                    uri.getHost().toLowerCase(Locale.ROOT), path.substring(1), endpoint(uri.getRawQuery()));
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("the address can't be read; " + EXPECTED);
        }
    }

    private static @Nullable URI endpoint(@Nullable String query) throws URISyntaxException {
        if (query == null) {
            return null;
        }
        if (!query.startsWith(ENDPOINT) || query.contains("&")) {
            throw new IllegalArgumentException("the address has a parameter that is not known; " + EXPECTED);
        }
        URI endpoint = new URI(URLDecoder.decode(query.substring(ENDPOINT.length()), StandardCharsets.UTF_8));
        if (endpoint.getScheme() == null || endpoint.getHost() == null) {
            throw new IllegalArgumentException(
                    "the endpoint in the address is not a URI such as https://host; " + EXPECTED);
        }
        return endpoint;
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
