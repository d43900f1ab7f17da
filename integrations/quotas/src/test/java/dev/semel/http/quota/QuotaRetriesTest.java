package dev.semel.http.quota;

import static dev.semel.http.quota.RouteQuota.Decision.COUNTED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Context;
import dev.semel.Semel;
import dev.semel.http.Answer;
import dev.semel.http.FakeExchange;
import dev.semel.http.HttpGuard;
import dev.semel.http.Route;
import dev.semel.http.RouteBuilder;
import dev.semel.http.contract.Door;
import dev.semel.http.contract.Handler;
import dev.semel.http.contract.StandInTransactions;
import dev.semel.memory.MemoryStore;
import dev.semel.session.Session;
import dev.semel.store.RecordId;
import dev.semel.testkit.Fault;
import dev.semel.testkit.FaultyStore;
import dev.semel.testkit.StoreCall;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("a quota, when requests are sent again,")
class QuotaRetriesTest {
    private final QuotaBench bench = new QuotaBench();

    @BeforeEach
    void roomForMany() {
        bench.quota = RouteQuota.builder(bench.counters)
                .limit(bench.month, 40)
                .listener((operation, decision) -> bench.decisions.add(decision));
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 429})
    @DisplayName("E7 counts each refused attempt under one key, up to the limit")
    void guessing(int status) {
        for (int i = 1; i <= 40; i++) {
            assertThat(bench.send("k", status).status()).isEqualTo(status);
            assertThat(bench.counted()).isEqualTo(i);
        }
        Answer refused = bench.send("k", status);
        assertThat(refused.status()).isEqualTo(429);
        assertThat(new String(refused.body(), java.nio.charset.StandardCharsets.UTF_8))
                .contains("quota-exceeded");
        assertThat(bench.ran).hasValue(40);
    }

    @Test
    @DisplayName("E7 counts each refused attempt also after one that failed")
    void guessingAfterAFailure() {
        bench.send("k", 500);
        assertThat(bench.counted()).isOne();
        for (int i = 1; i <= 5; i++) {
            bench.send("k", 401);
            assertThat(bench.counted()).isEqualTo(i);
        }
        assertThat(bench.send("k", 201).status()).isEqualTo(201);
        assertThat(bench.counted()).isEqualTo(6);
    }

    @Test
    @DisplayName("E7 counts each refused attempt on a route in transactions")
    void guessingInATransaction() {
        bench.route.runningIn(new StandInTransactions());
        for (int i = 1; i <= 5; i++) {
            bench.send("k", 401);
            assertThat(bench.counted()).isEqualTo(i);
        }
    }

    @Test
    @DisplayName("E7 still counts failures of one request once, for as long as its record is kept")
    void failuresForAsLongAsTheRecordIsKept() {
        Duration almost = Duration.ofHours(24).minusSeconds(1);
        for (int i = 0; i < 5; i++) {
            bench.send("k", 500);
            assertThat(bench.counted()).as("attempt %d", i + 1).isOne();
            bench.pass(almost);
        }
        assertThat(bench.send("k", 201).status()).isEqualTo(201);
        assertThat(bench.counted()).isOne();
        assertThat(bench.decisions).filteredOn(COUNTED::equals).hasSize(1);
        bench.pass(Duration.ofHours(24));
        bench.send("k", 201);
        assertThat(bench.counted()).isEqualTo(2);
    }

    private static CompletionStage<Answer> handle(Semel semel, RouteBuilder route, Handler handler) {
        try {
            return Door.handle(HttpGuard.builder(semel).route(route.build()).build(), FakeExchange.with("k"), handler)
                    .orElseThrow();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    @DisplayName(
            "E7 takes back the count of a replay in a transaction, if its original was refused on another node meanwhile")
    void replayBesideARefusal() {
        MemoryStore shared = MemoryStore.builder().clock(bench.clock).build();
        Semel one = Semel.on(shared);
        Runnable original = () -> handle(one, route(new StandInTransactions()), bench.giving(400));
        FaultyStore between = new FaultyStore(shared, call -> Fault.none(), delay -> original.run());
        between.next(StoreCall.FIND, Fault.delayAfter(Duration.ofMillis(1)));
        Answer replay = handle(Semel.on(between), route(new StandInTransactions()), bench.giving(400))
                .toCompletableFuture()
                .join();
        assertThat(replay.header("Idempotency-Replayed")).contains("true");
        assertThat(bench.ran).hasValue(1);
        assertThat(bench.counted()).isZero();
    }

    private RouteBuilder route(StandInTransactions transactions) {
        return Route.builder("/payments", "payments.create")
                .runningIn(transactions)
                .quota(bench.quota.build());
    }

    @Test
    @DisplayName("E7 counts a request that ran under the count of one that was refused later")
    void besideOneThatIsTurnedAway() {
        MemoryStore shared = MemoryStore.builder().clock(bench.clock).build();
        CountDownLatch atWork = new CountDownLatch(1);
        CountDownLatch refused = new CountDownLatch(1);
        CompletableFuture<Answer> first = CompletableFuture.supplyAsync(() -> handle(
                        Semel.on(shared), route(new StandInTransactions()), (body, context) -> {
                            atWork.countDown();
                            await(refused);
                            return CompletableFuture.completedFuture(Answer.of(401, List.of(), new byte[0]));
                        })
                .toCompletableFuture()
                .join());
        await(atWork);
        assertThat(bench.counted()).isOne();
        AtomicReference<Long> between = new AtomicReference<>();
        StandInTransactions afterTheFirst = new StandInTransactions() {
            @Override
            protected Session.Claim claim(Session<Context> target, Duration patience) {
                refused.countDown();
                first.join();
                between.set(bench.counted());
                return super.claim(target, patience);
            }
        };
        Answer second = handle(Semel.on(shared), route(afterTheFirst), bench.giving(201))
                .toCompletableFuture()
                .join();
        assertThat(second.status()).isEqualTo(201);
        assertThat(between).hasValue(1L);
        assertThat(bench.counted()).isEqualTo(2);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private Duration keptFor(String key) {
        String scope = "alice|POST /payments";
        return bench.semel
                .store()
                .find(new RecordId("payments.create", scope, key))
                .map(record -> Duration.between(record.asOf(), record.expiresAt()))
                .orElseThrow();
    }

    @Test
    @DisplayName("C32 keeps refusals for an hour, and all other answers for the whole retention")
    void refusalsAreKeptForAnHour() {
        for (int status : new int[] {400, 404, 405, 406, 411, 413, 414, 415, 422}) {
            bench.send("k" + status, status);
            assertThat(keptFor("k" + status)).as("%d", status).isEqualTo(Duration.ofHours(1));
        }
        for (int status : new int[] {200, 201, 302, 402, 409, 410}) {
            bench.send("k" + status, status);
            assertThat(keptFor("k" + status)).as("%d", status).isEqualTo(Duration.ofHours(24));
        }
    }

    @Test
    @DisplayName("C32 keeps refusals for as long as the route says, and never longer than its retention")
    void refusalsAreKeptAsChosen() {
        bench.route.refusalRetention(Duration.ofMinutes(5));
        bench.send("a", 400);
        assertThat(keptFor("a")).isEqualTo(Duration.ofMinutes(5));
        bench.route.retention(Duration.ofMinutes(2));
        bench.send("b", 400);
        assertThat(keptFor("b")).isEqualTo(Duration.ofMinutes(2));
        bench.pass(Duration.ofMinutes(2));
        assertThat(bench.send("b", 201).status()).isEqualTo(201);
        bench.route.refusalRetention(Duration.ZERO);
        assertThatThrownBy(() -> bench.send("c")).hasMessageContaining("refusal retention");
    }
}
