package dev.semel.http.quota;

import static dev.semel.http.quota.RouteQuota.Decision.COUNTED;
import static dev.semel.http.quota.RouteQuota.Decision.COUNTED_BEFORE;
import static dev.semel.http.quota.RouteQuota.Decision.UNAVAILABLE;
import static dev.semel.http.quota.RouteQuota.Decision.UNCOUNTED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Context;
import dev.semel.http.Answer;
import dev.semel.http.FakeExchange;
import dev.semel.http.contract.StandInTransactions;
import dev.semel.policy.Policies;
import dev.semel.session.Session;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a quota, when things go wrong,")
class QuotaTroubleTest {
    private final QuotaBench bench = new QuotaBench();

    private static String text(Answer answer) {
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    @Test
    @DisplayName("E7 counts a request once whose first attempts failed, also if the quota is used up meanwhile")
    void failedAttempts() {
        assertThat(bench.send("k", 503).status()).isEqualTo(503);
        assertThatThrownBy(() -> bench.send(FakeExchange.with("k"), (body, context) -> {
                    throw new IllegalStateException("down");
                }))
                .hasRootCauseMessage("down");
        bench.send("other");
        assertThat(bench.send("another").status()).isEqualTo(429);
        Answer retry = bench.send("k");
        assertThat(retry.status()).isEqualTo(201);
        assertThat(retry.header("RateLimit")).as("what was left then").isEmpty();
        assertThat(bench.counted()).isEqualTo(2);
        assertThat(bench.decisions).contains(COUNTED_BEFORE);
    }

    @Test
    @DisplayName("E7 counts a request once whose owner died after the count, when another takes over")
    void takenOver() {
        bench.begin(FakeExchange.with("k"), (body, context) -> new CompletableFuture<>());
        assertThat(bench.counted()).isOne();
        bench.pass(Duration.ofSeconds(31));
        assertThat(text(bench.send("k"))).isEqualTo("run 1");
        assertThat(bench.counted()).isOne();
        assertThat(bench.decisions).containsExactly(COUNTED, COUNTED_BEFORE);
    }

    @Test
    @DisplayName("E7 counts a request once when the replies of the count are lost")
    void lostReplies() {
        bench.counts.lostReplies = 2;
        assertThat(bench.send("k").status()).isEqualTo(201);
        assertThat(bench.counted()).isOne();
        bench.counts.lostReplies = 3;
        assertThat(bench.send("l").status()).isEqualTo(503);
        assertThat(bench.send("l").status()).isEqualTo(201);
        assertThat(bench.counted()).isEqualTo(2);
        bench.pass(Duration.ofMinutes(1));
        bench.route = bench.route.keyOptional();
        bench.counts.lostReplies = 2;
        assertThat(bench.send(FakeExchange.with(null), bench.giving(201)).status())
                .isEqualTo(201);
        assertThat(bench.counted()).isEqualTo(3);
    }

    @Test
    @DisplayName("C9 lets nothing run while the counts are unreachable, and then the same key; a replay needs no count")
    void cutOff() {
        bench.send("before");
        bench.counts.cutOff = true;
        Answer refused = bench.send("k");
        assertThat(refused.status()).isEqualTo(503);
        assertThat(text(refused)).contains("store-unavailable").contains("\"retryable\":true");
        assertThat(refused.header("Retry-After")).contains("1");
        assertThat(bench.send("before").header("Idempotency-Replayed")).contains("true");
        assertThat(bench.ran).hasValue(1);
        bench.counts.cutOff = false;
        assertThat(bench.send("k").status()).isEqualTo(201);
        assertThat(bench.decisions).containsExactly(COUNTED, UNAVAILABLE, COUNTED);
    }

    @Test
    @DisplayName("lets requests run uncounted while the counts are unreachable, if it is configured to")
    void failsOpen() {
        bench.quota = bench.quota.failOpen();
        bench.counts.cutOff = true;
        for (int i = 0; i < 5; i++) {
            Answer answer = bench.send("k" + i);
            assertThat(answer.status()).isEqualTo(201);
            assertThat(answer.header("RateLimit")).isEmpty();
        }
        assertThat(bench.counted()).isZero();
        assertThat(bench.decisions).containsOnly(UNCOUNTED);
    }

    @Test
    @DisplayName("E7 takes back the count of an earlier attempt if the application refuses this one")
    void givenBackLater() {
        bench.send("k", 503);
        assertThat(bench.counted()).isOne();
        assertThat(bench.send("k", 400).header("RateLimit")).isEmpty();
        assertThat(bench.counted()).isZero();
    }

    @Test
    @DisplayName("E7 takes nothing back for an overtaken owner, whose successor runs under the same count")
    void overtaken() {
        CompletableFuture<Answer> late = new CompletableFuture<>();
        var first = bench.begin(FakeExchange.with("k"), (body, context) -> late);
        bench.pass(Duration.ofSeconds(31));
        assertThat(bench.send("k").status()).isEqualTo(201);
        late.complete(Answer.of(400, List.of(), new byte[0]));
        assertThat(first.toCompletableFuture().join().status()).isEqualTo(409);
        assertThat(bench.counted()).isOne();
    }

    @Test
    @DisplayName("E7 leaves a request counted whose take-back fails, and answers it nevertheless")
    void notGivenBack() {
        Answer refused = bench.send(FakeExchange.with("k"), (body, context) -> {
            bench.counts.cutOff = true;
            return CompletableFuture.completedFuture(Answer.of(400, List.of(), new byte[0]));
        });
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.header("RateLimit"))
                .hasValueSatisfying(field -> assertThat(field).startsWith("\"minute\";r=1;"));
        assertThat(bench.counted()).isOne();
    }

    @Test
    @DisplayName("E7 leaves nothing in doubt when it refuses, under any policy after an abandonment")
    void held() {
        bench.route = bench.route.afterAbandonment(Policies.hold());
        bench.send("a");
        bench.send("b");
        assertThat(bench.send("c").status()).isEqualTo(429);
        assertThat(bench.send("c").status()).isEqualTo(429);
        bench.pass(Duration.ofMinutes(1));
        assertThat(bench.send("c").status()).isEqualTo(201);
    }

    @Test
    @DisplayName("E7 counts a key again that is used again after its retention")
    void usedAnew() {
        bench.route = bench.route.retention(Duration.ofMinutes(2));
        bench.send("k");
        bench.pass(Duration.ofMinutes(2));
        assertThat(text(bench.send("k"))).isEqualTo("run 2");
        assertThat(bench.counted()).isEqualTo(2);
    }

    @Test
    @DisplayName("ignores exceptions of its listener")
    void listener() {
        bench.quota = bench.quota.listener((operation, decision) -> {
            throw new IllegalStateException(operation);
        });
        assertThat(bench.send("k").status()).isEqualTo(201);
    }

    @Test
    @DisplayName(
            "E7 counts requests in transactions before they are claimed, once, and neither replays nor different requests")
    void inPlace() {
        bench.route = bench.route.runningIn(new StandInTransactions() {
            private int before;

            @Override
            protected Session.Claim claim(Session<Context> target, Duration patience) {
                before = bench.counts.calls;
                return super.claim(target, patience);
            }

            @Override
            protected void starting() {
                assertThat(bench.counts.calls).isEqualTo(before);
            }
        });
        assertThat(bench.send("k", 503).header("RateLimit")).isPresent();
        assertThat(bench.send("k").status()).isEqualTo(201);
        assertThat(bench.counted()).isOne();
        assertThat(bench.send("refused", 404).status()).isEqualTo(404);
        assertThat(bench.counted()).isOne();
        // All keys of the counts are forgotten, but not the record.
        bench.counters
                .clock(() -> bench.clock.instant().plus(Duration.ofDays(2)))
                .purge(1000);
        int calls = bench.counts.calls;
        assertThat(bench.send("k").header("Idempotency-Replayed")).contains("true");
        assertThat(bench.send(FakeExchange.with("k").body("{}"), bench.giving(201))
                        .status())
                .isEqualTo(422);
        assertThat(bench.counts.calls).isEqualTo(calls);
        assertThat(bench.send("l").status()).isEqualTo(201);
        assertThat(bench.send("m").status()).isEqualTo(201);
        assertThat(bench.send("o").status()).isEqualTo(429);
        assertThat(bench.send("x".repeat(300)).status()).isEqualTo(400);
        bench.counts.cutOff = true;
        assertThat(bench.send("n").status()).isEqualTo(503);
        assertThat(bench.ran).hasValue(5);
    }
}
