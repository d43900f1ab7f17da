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
 * The address of a table: {@code dynamodb://REGION/TABLE}, or for an endpoint other than Amazon's {@code dynamodb://REGION/TABLE?endpoint=URI}.
 *
 * @param region such as {@code eu-west-1}
 * @param table the table's name
 * @param endpoint the endpoint; {@code null} for Amazon's
 */
public record DynamoDbAddress(
        String region, String table, @Nullable URI endpoint) {
    private static final String EXPECTED = "expected dynamodb://REGION/TABLE or dynamodb://REGION/TABLE?endpoint=URI";
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    /**
     * Parses an address.
     *
     * @throws IllegalArgumentException if the address can't be parsed; the message does not repeat the address, which may contain a secret
     */
    public static DynamoDbAddress of(String address) {
        try {
            URI uri = new URI(address);
            String path = uri.getPath() == null ? "" : uri.getPath();
            if (!"dynamodb".equals(uri.getScheme()) || uri.getHost() == null || path.length() < 2) {
                throw new IllegalArgumentException("this is not an address of DynamoDB; " + EXPECTED);
            }
            if (uri.getUserInfo() != null || uri.getPort() >= 0 || uri.getFragment() != null) {
                throw new IllegalArgumentException(
                        "the address has credentials, a port or a fragment, which would not be"
                                + " used; configure credentials as usual for the SDK; " + EXPECTED);
            }
            return new DynamoDbAddress(
                    uri.getHost().toLowerCase(Locale.ROOT), path.substring(1), endpoint(uri.getRawQuery()));
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("the address can't be parsed; " + EXPECTED);
        }
    }

    private static @Nullable URI endpoint(@Nullable String query) throws URISyntaxException {
        if (query == null) {
            return null;
        }
        if (!query.startsWith("endpoint=") || query.contains("&")) {
            throw new IllegalArgumentException("the address has an unknown parameter; " + EXPECTED);
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
     * Returns the builder of a client for this address. The SDK finds credentials as usual. For an endpoint on this machine it falls back to
     * invented ones.
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

    /** DynamoDB Local accepts any credentials, so none have to be configured. */
    private static AwsCredentialsProvider forThisMachine() {
        return AwsCredentialsProviderChain.of(
                SystemPropertyCredentialsProvider.create(),
                EnvironmentVariableCredentialsProvider.create(),
                StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")));
    }
}
