package dev.semel.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Codec;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.dynamodb.DynamoDbStore;
import dev.semel.servers.DynamoDbLocal;
import dev.semel.store.RecordId;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Lambda terminates a function that has run out of time by killing its process. This test kills a separate process in
 * the same way.
 */
@DisplayName("an invocation that is killed")
class CutOffTest {
    private static final Duration TIME = Duration.ofMinutes(1);
    /** The difference between two clocks that are read to the millisecond. */
    private static final Duration INEXACT = Duration.ofMillis(20);

    /**
     * A function in a separate process, whose handler never returns. It prints when its invocation and its handler
     * started.
     */
    static final class Function {
        private Function() {}

        public static void main(String[] args) throws Exception {
            LambdaGuard<String> guard = guard(args[0], InstantSource.system());
            Instant begun = Instant.now();
            guard.once(Map.of("orderId", args[1]), Invocation.of(TIME), () -> {
                System.out.println(begun + " " + Instant.now());
                System.out.flush();
                new CountDownLatch(1).await();
                return "never";
            });
        }
    }

    private static DynamoDbStore store(String uri, InstantSource clock) {
        return DynamoDbStore.builder(Dynamo.client(uri))
                .table("cut_off")
                .clock(clock)
                .skewAllowance(Duration.ZERO)
                .createTable(true)
                .build();
    }

    private static LambdaGuard<String> guard(String uri, InstantSource clock) {
        Semel semel = Semel.on(store(uri, clock));
        return LambdaGuard.of(semel.operation("orders", Codec.text()).build()).key(EventPart.at("/orderId"));
    }

    @Test
    @DisplayName(
            "L1 A6 leaves a record that refuses retries until the end of its time, to the millisecond, when a retry takes over")
    void killed() throws Exception {
        String uri = DynamoDbLocal.shared().uri();
        Map<String, String> event = Map.of("orderId", UUID.randomUUID().toString());
        // The test sets the clock, so the checked instants do not depend on the speed of the machine.
        AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
        LambdaGuard<String> here = guard(uri, now::get);
        String[] said = killWhileRunning(uri, event.get("orderId"));
        Instant leaseEnd = store(uri, InstantSource.system())
                .find(new RecordId("orders", "", event.get("orderId")))
                .orElseThrow()
                .leaseEnd();
        assertThat(leaseEnd)
                .isBetween(
                        Instant.parse(said[0]).plus(TIME).minus(INEXACT),
                        Instant.parse(said[1]).plus(TIME).plus(INEXACT));
        for (Duration before : List.of(TIME, Duration.ofSeconds(1), Duration.ofMillis(1))) {
            now.set(leaseEnd.minus(before));
            assertThat(attempt(here, event)).as("%s before the end", before).isInstanceOf(Outcome.InProgress.class);
        }
        now.set(leaseEnd);
        assertThat(attempt(here, event).orThrow()).isEqualTo("attempt 2");
    }

    private static Outcome<String> attempt(LambdaGuard<String> guard, Map<String, String> event) {
        return guard.attempt(event, Invocation.usual(), attempt -> "attempt " + attempt.attempt());
    }

    private static String[] killWhileRunning(String uri, String orderId) throws Exception {
        Process function = start(uri, orderId);
        try {
            return firstLine(function).split(" ");
        } finally {
            function.destroyForcibly().waitFor();
        }
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

    private static String firstLine(Process function) throws IOException {
        BufferedReader out =
                new BufferedReader(new InputStreamReader(function.getInputStream(), StandardCharsets.UTF_8));
        return Objects.requireNonNull(out.readLine(), "the function ended before its handler ran");
    }
}
