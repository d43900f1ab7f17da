package dev.semel.benchmarks;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** What the functions whose cold starts are compared have in common. Nothing here may load more than a function does. */
final class ColdStart {
    static final String RECEIPT = "receipt 17";

    private ColdStart() {}

    static DynamoDbClient client(String uri) {
        return DynamoDbClient.builder()
                .endpointOverride(URI.create(uri))
                .region(Region.EU_WEST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("test", "test")))
                .httpClient(UrlConnectionHttpClient.builder().build())
                .build();
    }

    static Map<String, Object> event() {
        return Map.of("key", UUID.randomUUID().toString(), "payment", Map.of("account", "a-1", "cents", 1250));
    }

    /**
     * Prints how many nanoseconds have passed since the program began, and how many of a processor's the process has used: on a machine with other
     * work to do only the latter tells two programs apart.
     */
    static void tell(long start) {
        long passed = System.nanoTime() - start;
        long used = ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .orElse(Duration.ZERO)
                .toNanos();
        System.out.println(passed + " " + used);
    }

    /** With thirty seconds left. */
    static final class Invocation implements Context {
        @Override
        public String getAwsRequestId() {
            return "1";
        }

        @Override
        public String getLogGroupName() {
            return "";
        }

        @Override
        public String getLogStreamName() {
            return "";
        }

        @Override
        public String getFunctionName() {
            return "payments";
        }

        @Override
        public String getFunctionVersion() {
            return "1";
        }

        @Override
        public String getInvokedFunctionArn() {
            return "";
        }

        @Override
        public @Nullable CognitoIdentity getIdentity() {
            return null;
        }

        @Override
        public @Nullable ClientContext getClientContext() {
            return null;
        }

        @Override
        public int getRemainingTimeInMillis() {
            return 30_000;
        }

        @Override
        public int getMemoryLimitInMB() {
            return 512;
        }

        @Override
        public @Nullable LambdaLogger getLogger() {
            return null;
        }
    }
}
