package dev.semel.dynamodb;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProviderChain;
import software.amazon.awssdk.auth.credentials.EnvironmentVariableCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.auth.credentials.SystemPropertyCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;

/**
 * The address of a table: {@code dynamodb://REGION/TABLE}, or for another endpoint than Amazon's {@code dynamodb://REGION/TABLE?endpoint=URI}.
 *
 * @param region such as {@code eu-west-1}
 * @param table the table's name
 * @param endpoint another one than Amazon's; {@code null} for Amazon's
 */
public record DynamoDbAddress(
        String region, String table, @Nullable URI endpoint) {
    private static final String EXPECTED = "expected dynamodb://REGION/TABLE or dynamodb://REGION/TABLE?endpoint=URI";
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    /**
     * Parses an address.
     *
     * @throws IllegalArgumentException if it can't be read, with what is wrong; the message does not repeat the address, which may hold a secret
     */
    public static DynamoDbAddress of(String address) {
        try {
            URI uri = new URI(address);
            String path = uri.getPath() == null ? "" : uri.getPath();
            if (!"dynamodb".equals(uri.getScheme()) || uri.getHost() == null || path.length() < 2) {
                throw new IllegalArgumentException("the address is not one of DynamoDB; " + EXPECTED);
            }
            if (uri.getUserInfo() != null || uri.getPort() >= 0 || uri.getFragment() != null) {
                throw new IllegalArgumentException(
                        "the address has credentials, a port or a fragment, which nothing would"
                                + " use; leave credentials to the SDK's usual places; " + EXPECTED);
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
        if (!query.startsWith("endpoint=") || query.contains("&")) {
            throw new IllegalArgumentException("the address has a parameter that is not known; " + EXPECTED);
        }
        String value = URLDecoder.decode(query.substring("endpoint=".length()), StandardCharsets.UTF_8);
        URI endpoint = new URI(value);
        if (endpoint.getScheme() == null || endpoint.getHost() == null) {
            throw new IllegalArgumentException(
                    "the endpoint in the address is not a URI such as https://host; " + EXPECTED);
        }
        return endpoint;
    }

    /**
     * Returns the builder of a client for this address. Credentials come from the SDK's usual places; an endpoint on this machine also takes
     * made-up ones.
     */
    public DynamoDbClientBuilder client() {
        DynamoDbClientBuilder client = DynamoDbClient.builder().region(Region.of(region));
        if (endpoint != null) {
            client.endpointOverride(endpoint);
            if (LOOPBACK.contains(endpoint.getHost())) {
                client.credentialsProvider(forThisMachine());
            }
        }
        return client;
    }

    /** What runs on this machine for development takes any credentials, so there is no need to configure some. */
    private static AwsCredentialsProvider forThisMachine() {
        return AwsCredentialsProviderChain.of(
                SystemPropertyCredentialsProvider.create(),
                EnvironmentVariableCredentialsProvider.create(),
                StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")));
    }
}
