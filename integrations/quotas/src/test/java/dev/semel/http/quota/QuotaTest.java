package dev.semel.http.quota;

import static dev.semel.http.quota.RouteQuota.Decision.COUNTED;
import static dev.semel.http.quota.RouteQuota.Decision.GIVEN_BACK;
import static dev.semel.http.quota.RouteQuota.Decision.REFUSED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.counter.Counter;
import dev.semel.counter.Quota;
import dev.semel.counter.Window;
import dev.semel.http.Answer;
import dev.semel.http.FakeExchange;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("a route with a quota")
class QuotaTest {
    private static final String ANONYMOUS = "(nobody)";
    private final QuotaBench bench = new QuotaBench();

    private static String text(Answer answer) {
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    @Test
    @DisplayName(
            "E7 shows the remaining amount in the fields RateLimit and RateLimit-Policy, once for each request that ran")
    void fields() {
        Answer first = bench.send("a");
        assertThat(first.header("RateLimit-Policy")).contains("\"minute\";q=2;w=60, \"month\";q=4;w=2592000");
        assertThat(first.header("RateLimit")).contains("\"minute\";r=1;t=45, \"month\";r=3;t=1259985");
        assertThat(bench.send("b", 503).header("RateLimit")).contains("\"minute\";r=0;t=45, \"month\";r=2;t=1259985");
        assertThat(bench.decisions).containsExactly(COUNTED, COUNTED);
    }

    @Test
    @DisplayName(
            "E7 C11 refuses with 429 and Retry-After, counts nothing then, and lets the same key run after the reset")
    void refuses() {
        bench.send("a");
        bench.send("b");
        Answer refused = bench.send("c");
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.header("Content-Type")).contains("application/problem+json");
        assertThat(text(refused))
                .contains("\"urn:semel:problem:quota-exceeded\"")
                .contains("\"status\":429")
                .contains("\"retryable\":true")
                .contains("\"violated-policies\":[\"minute\"]");
        assertThat(refused.header("Retry-After")).contains("45");
        assertThat(refused.header("RateLimit")).contains("\"minute\";r=0;t=45, \"month\";r=2;t=1259985");
        assertThat(refused.header("RateLimit-Policy")).isPresent();
        assertThat(bench.counted()).isEqualTo(2);
        assertThat(bench.ran).hasValue(2);
        bench.pass(Duration.ofSeconds(45));
        Answer later = bench.send("c");
        assertThat(text(later)).isEqualTo("run 3");
        assertThat(later.header("Idempotency-Replayed")).isEmpty();
        assertThat(bench.counted()).isEqualTo(3);
        assertThat(bench.decisions).containsExactly(COUNTED, COUNTED, REFUSED, COUNTED);
    }

    @Test
    @DisplayName("E7 refuses until the end of the longest full window, and counts in no window then")
    void longestWindow() {
        for (int i = 0; i < 4; i++) {
            assertThat(bench.send("k" + i).status()).isEqualTo(201);
            bench.pass(Duration.ofSeconds(30));
        }
        Answer refused = bench.send("over");
        assertThat(text(refused)).contains("\"violated-policies\":[\"month\"]");
        assertThat(refused.header("Retry-After")).contains("1259865");
        assertThat(bench.minute.current("alice").count()).isZero();
        bench.pass(Duration.ofSeconds(1_259_865));
        assertThat(bench.send("over").header("RateLimit-Policy"))
                .contains("\"minute\";q=2;w=60, \"month\";q=4;w=2678400");
    }

    @Test
    @DisplayName("E7 a replay never counts, is not refused when the quota is used up, and has no quota fields")
    void replays() {
        bench.send("a");
        bench.send("b");
        for (int i = 0; i < 3; i++) {
            Answer replay = bench.send("a");
            assertThat(replay.status()).isEqualTo(201);
            assertThat(replay.header("Idempotency-Replayed")).contains("true");
            assertThat(replay.header("RateLimit")).isEmpty();
            assertThat(replay.header("RateLimit-Policy")).isEmpty();
        }
        assertThat(bench.counted()).isEqualTo(2);
        assertThat(bench.counts.calls).isEqualTo(2);
    }

    @Test
    @DisplayName("E7 a request that is refused for its key, its size, its body or its duplicate does not count")
    void refusedRequests() {
        bench.route = bench.route.limits(100, 100);
        CompletableFuture<Answer> running = new CompletableFuture<>();
        var first = bench.begin(FakeExchange.with("k"), (body, context) -> running);
        assertThat(bench.counted()).isOne();
        assertThat(bench.send(FakeExchange.with(null), bench.giving(201)).status())
                .isEqualTo(400);
        assertThat(bench.send(FakeExchange.with("\u0001"), bench.giving(201)).status())
                .isEqualTo(400);
        assertThat(bench.send(FakeExchange.with("l").body("x".repeat(101)), bench.giving(201))
                        .status())
                .isEqualTo(413);
        assertThat(bench.send(FakeExchange.with("k").body("{}"), bench.giving(201))
                        .status())
                .isEqualTo(422);
        assertThat(bench.send("k").status()).isEqualTo(409);
        running.complete(Answer.of(201, List.of(), new byte[0]));
        assertThat(first.toCompletableFuture().join().status()).isEqualTo(201);
        assertThat(bench.send(FakeExchange.with("k").body("{}"), bench.giving(201))
                        .status())
                .isEqualTo(422);
        assertThat(bench.counted()).isOne();
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 404, 409, 415, 422})
    @DisplayName("E7 takes back the count of a request that the application refuses, and its fields show that")
    void refusedByTheApplication(int status) {
        for (String key : new String[] {"a", "b", "c"}) {
            Answer refused = bench.send(key, status);
            assertThat(refused.status()).isEqualTo(status);
            assertThat(refused.header("RateLimit")).contains("\"minute\";r=2;t=45, \"month\";r=4;t=1259985");
        }
        assertThat(bench.send("a", 201).header("Idempotency-Replayed")).contains("true");
        assertThat(bench.counted()).isZero();
        assertThat(bench.send("d").status()).isEqualTo(201);
        assertThat(bench.counted()).isOne();
        assertThat(bench.decisions).startsWith(COUNTED, GIVEN_BACK);
    }

    @Test
    @DisplayName(
            "E7 counts answers that are not stored, 401 and 403 above all, and the answers that it is configured to count")
    void refusedButCounted() {
        assertThat(bench.send("a", 401).status()).isEqualTo(401);
        assertThat(bench.counted()).isOne();
        bench.quota = bench.quota.counting(answer -> true);
        assertThat(bench.send("b", 404).header("RateLimit"))
                .hasValueSatisfying(field -> assertThat(field).startsWith("\"minute\";r=0;"));
        assertThat(bench.counted()).isEqualTo(2);
    }

    @Test
    @DisplayName("E7 counts each principal separately over all paths, and all anonymous callers together")
    void principals() {
        bench.send(FakeExchange.with("k").path("/payments/1"), bench.giving(201));
        bench.send(FakeExchange.with("k").path("/payments/2"), bench.giving(201));
        assertThat(bench.send(FakeExchange.with("k").path("/payments/3"), bench.giving(201))
                        .status())
                .isEqualTo(429);
        assertThat(bench.send(FakeExchange.with("k").by("bob"), bench.giving(201))
                        .status())
                .isEqualTo(201);
        for (String key : new String[] {"a", "b"}) {
            assertThat(bench.send(FakeExchange.with(key).by(null), bench.giving(201))
                            .status())
                    .isEqualTo(201);
        }
        assertThat(bench.send(FakeExchange.with("c").by(null), bench.giving(201))
                        .status())
                .isEqualTo(429);
        assertThat(bench.send(FakeExchange.with("c").by(ANONYMOUS), bench.giving(201))
                        .status())
                .isEqualTo(201);
        assertThat(bench.quota.build().current("alice"))
                .extracting(Quota::remaining)
                .containsExactly(0L, 2L);
        assertThat(bench.quota.build().current(RouteQuota.subjectOf("bob"))).allMatch(Quota::granted);
    }

    @Test
    @DisplayName("E7 counts by the subject that the application chooses")
    void by() {
        bench.quota = bench.quota.by(exchange -> "tenant");
        bench.send("a");
        bench.send(FakeExchange.with("a").by("bob"), bench.giving(201));
        assertThat(bench.send("c").status()).isEqualTo(429);
        assertThat(bench.month.current("tenant").count()).isEqualTo(2);
    }

    @Test
    @DisplayName("E7 also counts requests without a key where they are let through")
    void withoutKey() {
        bench.route = bench.route.keyOptional();
        Answer first = bench.send(FakeExchange.with(null), bench.giving(202));
        assertThat(first.header("RateLimit")).contains("\"minute\";r=1;t=45, \"month\";r=3;t=1259985");
        assertThat(first.mayBeStored()).isFalse();
        assertThat(bench.send(FakeExchange.with(null), bench.giving(202)).status())
                .isEqualTo(202);
        assertThat(bench.send(FakeExchange.with(null), bench.giving(202)).status())
                .isEqualTo(429);
        assertThat(bench.ran).hasValue(2);
        bench.pass(Duration.ofMinutes(1));
        for (int i = 0; i < 3; i++) {
            assertThat(bench.send(FakeExchange.with(null), bench.giving(400)).header("RateLimit"))
                    .hasValueSatisfying(field -> assertThat(field).startsWith("\"minute\";r=2;"));
        }
        assertThat(bench.counted()).isEqualTo(2);
    }

    @Test
    @DisplayName("E6 refuses a subject with 403 that its counter does not know")
    void unknownSubject() {
        Counter known = bench.counters
                .counter("known", Window.day(ZoneOffset.UTC))
                .refuseUnknownSubjects()
                .build();
        bench.quota = RouteQuota.builder(bench.counters).limit(known, 5);
        assertThat(bench.send("k").status()).isEqualTo(403);
        known.register("alice");
        assertThat(bench.send("k").status()).isEqualTo(201);
    }

    @Test
    @DisplayName("names any two principals differently")
    void subjects() {
        assertThat(RouteQuota.subjectOf("ada")).isEqualTo("ada");
        assertThat(RouteQuota.subjectOf(null)).isEqualTo(ANONYMOUS);
        assertThat(RouteQuota.subjectOf("")).startsWith("sha256:");
        assertThat(RouteQuota.subjectOf(ANONYMOUS)).startsWith("sha256:").isNotEqualTo(RouteQuota.subjectOf(""));
        String digest = RouteQuota.subjectOf("x".repeat(300));
        assertThat(RouteQuota.subjectOf(digest)).isNotEqualTo(digest);
    }

    @Test
    @DisplayName("cannot be built without a limit, with a negative one, or with a counter twice")
    void wrong() {
        bench.quota = RouteQuota.builder(bench.counters);
        assertThatThrownBy(() -> bench.send("k")).hasMessageContaining("its quota has no limit");
        assertThatThrownBy(() -> bench.quota.limit(bench.minute, -1))
                .hasMessageContaining("the limit is -1; must be 0 or more");
        assertThatThrownBy(() -> bench.quota.limit(bench.minute, 1).limit(bench.minute, 2))
                .hasMessageContaining("minute");
    }

    @Test
    @DisplayName("E7 shows no more than a rate allows until the reset, a reset with jitter, and the partition")
    void advice() {
        bench.quota = RouteQuota.builder(bench.counters)
                .limit(bench.minute, 1000)
                .maxRate(0.5)
                .resetJitter(Duration.ofSeconds(30))
                .showPartitions();
        String shown = bench.send(FakeExchange.with("a"), bench.giving(201))
                .header("RateLimit")
                .orElseThrow();
        Matcher fields = Pattern.compile("\"minute\";r=(\\d+);t=(\\d+);pk=:[A-Za-z0-9+/]{16}:")
                .matcher(shown);
        assertThat(fields.matches()).as(shown).isTrue();
        int seconds = Integer.parseInt(fields.group(2));
        assertThat(seconds).isBetween(45, 75);
        assertThat(Integer.parseInt(fields.group(1))).isEqualTo(seconds / 2);
        String policy = bench.send(FakeExchange.with("b"), bench.giving(201))
                .header("RateLimit-Policy")
                .orElseThrow();
        assertThat(policy).startsWith("\"minute\";q=1000;w=60;pk=:");
        String other = bench.send(FakeExchange.with("c").by("bob"), bench.giving(201))
                .header("RateLimit-Policy")
                .orElseThrow();
        assertThat(other).as("another caller").isNotEqualTo(policy);
    }

    @Test
    @DisplayName(
            "E7 sends Retry-After not before the reset that the refusal shows, and at least one request while one is left")
    void adviceOfRefusal() {
        bench.quota = RouteQuota.builder(bench.counters)
                .limit(bench.minute, 2)
                .maxRate(0.000001)
                .resetJitter(Duration.ofSeconds(30));
        assertThat(bench.send(FakeExchange.with("a"), bench.giving(201))
                        .header("RateLimit")
                        .orElseThrow())
                .startsWith("\"minute\";r=1;");
        bench.send(FakeExchange.with("b"), bench.giving(201));
        Answer refused = bench.send(FakeExchange.with("c"), bench.giving(201));
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.header("RateLimit").orElseThrow())
                .isEqualTo("\"minute\";r=0;t=" + refused.header("Retry-After").orElseThrow());
    }
}
