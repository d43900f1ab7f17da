package dev.semel.dynamodb;

import dev.semel.servers.DynamoDbLocal;
import dev.semel.testkit.TestClock;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.retry.RetryMode;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.http.nio.netty.SdkEventLoopGroup;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Clients of DynamoDB Local, which accepts any credentials. */
public final class Clients {
    private static final StaticCredentialsProvider ANY =
            StaticCredentialsProvider.create(AwsBasicCredentials.create("test", "test"));

    private Clients() {}

    public static DynamoDbClient blocking(String uri, ExecutionInterceptor... interceptors) {
        return DynamoDbClient.builder()
                .endpointOverride(URI.create(uri))
                .region(Region.EU_WEST_1)
                .credentialsProvider(ANY)
                .httpClientBuilder(UrlConnectionHttpClient.builder().socketTimeout(Duration.ofSeconds(5)))
                .overrideConfiguration(config -> {
                    config.retryStrategy(RetryMode.STANDARD);
                    for (ExecutionInterceptor each : interceptors) {
                        config.addExecutionInterceptor(each);
                    }
                })
                .build();
    }

    public static DynamoDbClient shared(ExecutionInterceptor... interceptors) {
        return blocking(DynamoDbLocal.shared().uri(), interceptors);
    }

    /** A clock that is a day ahead, since DynamoDB Local deletes expired items by its own clock. */
    public static TestClock clock() {
        return new TestClock(Instant.now().plus(Duration.ofDays(1)).truncatedTo(ChronoUnit.MILLIS));
    }

    /** An asynchronous client with its own threads. A client with shared threads still works for a while after it was closed. */
    public static DynamoDbAsyncClient async(String uri) {
        return DynamoDbAsyncClient.builder()
                .endpointOverride(URI.create(uri))
                .region(Region.EU_WEST_1)
                .credentialsProvider(ANY)
                .httpClientBuilder(NettyNioAsyncHttpClient.builder()
                        .maxConcurrency(64)
                        .eventLoopGroupBuilder(SdkEventLoopGroup.builder()))
                .build();
    }
}
