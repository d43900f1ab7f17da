package dev.semel.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Codec;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.dynamodb.DynamoDbStore;
import dev.semel.servers.DynamoDbLocal;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Lambda ends a function that is out of time by killing its process; so does this, to a process of its own. */
@DisplayName("an invocation that is killed")
class CutOffTest {
    private static final Duration TIME = Duration.ofSeconds(4);

    /** A function in a process of its own, whose handler never ends. */
    static final class Function {
        private Function() {}

        public static void main(String[] args) throws Exception {
            guard(args[0]).once(Map.of("orderId", args[1]), Invocation.of(TIME), () -> {
                System.out.println("running");
                System.out.flush();
                new java.util.concurrent.CountDownLatch(1).await();
                return "never";
            });
        }
    }

    private static LambdaGuard<String> guard(String uri) {
        DynamoDbStore store = DynamoDbStore.builder(Dynamo.client(uri))
                .table("cut_off")
                .skewAllowance(Duration.ZERO)
                .createTable(true)
                .build();
        return LambdaGuard.of(Semel.on(store).operation("orders", Codec.text()).build())
                .key(EventPart.at("/orderId"));
    }

    @Test
    @DisplayName(
            "L1 A6 leaves a record that refuses retries until its time would have been over, and then the retry takes over")
    void killed() throws Exception {
        String uri = DynamoDbLocal.shared().uri();
        Map<String, String> event = Map.of("orderId", UUID.randomUUID().toString());
        LambdaGuard<String> here = guard(uri);
        long before = System.nanoTime();
        Process function = start(uri, event.get("orderId"));
        try {
            awaitRunning(function);
        } finally {
            function.destroyForcibly().waitFor();
        }
        Outcome<String> retry = attempt(here, event);
        long patience = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!retry.hasValue() && System.nanoTime() < patience) {
            assertThat(retry).isInstanceOf(Outcome.InProgress.class);
            TimeUnit.MILLISECONDS.sleep(100);
            retry = attempt(here, event);
        }
        assertThat(retry.orThrow()).isEqualTo("attempt 2");
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThanOrEqualTo(TIME);
    }

    private static Outcome<String> attempt(LambdaGuard<String> guard, Map<String, String> event) {
        return guard.attempt(event, Invocation.usual(), attempt -> "attempt " + attempt.attempt());
    }

    private static Process start(String uri, String orderId) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Function.class.getName(),
                        uri,
                        orderId)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static void awaitRunning(Process function) throws IOException {
        BufferedReader out =
                new BufferedReader(new InputStreamReader(function.getInputStream(), StandardCharsets.UTF_8));
        assertThat(out.readLine()).isEqualTo("running");
    }
}
