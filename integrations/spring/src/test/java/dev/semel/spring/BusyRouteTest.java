package dev.semel.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Event;
import dev.semel.Semel;
import dev.semel.counter.Counter;
import dev.semel.counter.Counters;
import dev.semel.counter.Window;
import dev.semel.http.Answer;
import dev.semel.http.HttpGuard;
import dev.semel.http.Route;
import dev.semel.http.contract.Door;
import dev.semel.http.contract.Handler;
import dev.semel.http.quota.RouteQuota;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.counter.JdbcCounterStore;
import dev.semel.policy.Policies;
import dev.semel.policy.WhileRunning;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.transaction.PlatformTransactionManager;

/** SQLite lets one write at a time, so a count would wait for as long as the work of another request takes. */
@DisplayName("a duplicate of a request at work in a transaction on SQLite, with a quota")
class BusyRouteTest {
    private final AnnotationConfigApplicationContext context = SqlContext.open(SqlContext.Database.sqlite());
    private final JdbcStore store = context.getBean(JdbcStore.class);
    private final Queue<Event> events = new ConcurrentLinkedQueue<>();
    private final Counters counters = Counters.on(JdbcCounterStore.builder(context.getBean(DataSource.class))
            .createSchema(true)
            .build());
    private final Counter counter =
            counters.counter("busy", Window.day(ZoneOffset.UTC)).build();
    private final AtomicInteger runs = new AtomicInteger();
    private final CountDownLatch atWork = new CountDownLatch(1);
    private final CountDownLatch done = new CountDownLatch(1);

    @AfterEach
    void close() {
        context.close();
    }

    private HttpGuard guard(WhileRunning duplicates) {
        Semel semel = Semel.builder(store).listener(events::add).build();
        return HttpGuard.builder(semel)
                .route(Route.builder("/orders", "orders.busy")
                        .whileRunning(duplicates)
                        .quota(RouteQuota.builder(counters).limit(counter, 10).build())
                        .runningIn(RouteTransactions.on(store, context.getBean(PlatformTransactionManager.class)))
                        .build())
                .build();
    }

    private Answer send(HttpGuard guard, String body, Handler handler) {
        try {
            return Door.handle(guard, new FakeRequest("k", body), handler)
                    .orElseThrow()
                    .toCompletableFuture()
                    .join();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private CompletableFuture<Answer> answer() {
        byte[] body = ("run " + runs.incrementAndGet()).getBytes(StandardCharsets.UTF_8);
        return CompletableFuture.completedFuture(Answer.of(201, List.of(), body));
    }

    private CompletableFuture<Answer> sendAndHold(HttpGuard guard, String body) throws InterruptedException {
        CompletableFuture<Answer> first =
                CompletableFuture.supplyAsync(() -> send(guard, body, (content, attempt) -> hold()));
        assertThat(atWork.await(20, TimeUnit.SECONDS)).isTrue();
        return first;
    }

    private CompletableFuture<Answer> hold() {
        atWork.countDown();
        assertThat(TransactionCases.unchecked(() -> done.await(60, TimeUnit.SECONDS)))
                .isTrue();
        return answer();
    }

    private Answer duplicate(HttpGuard guard, String body) {
        return send(guard, body, (content, attempt) -> answer());
    }

    @Test
    @DisplayName(
            "C6 waits no longer than its limit, refuses a different body immediately, and replays in the end; one is counted")
    void waits() throws Exception {
        HttpGuard guard = guard(Policies.waitUpTo(Duration.ofMillis(500)));
        CompletableFuture<Answer> first = sendAndHold(guard, "a");
        assertThat(CompletableFuture.supplyAsync(() -> duplicate(guard, "a"))
                        .get(10, TimeUnit.SECONDS)
                        .status())
                .isEqualTo(409);
        assertThat(CompletableFuture.supplyAsync(() -> duplicate(guard, "b"))
                        .get(10, TimeUnit.SECONDS)
                        .status())
                .isEqualTo(422);
        assertThat(events)
                .hasSize(2)
                .anyMatch(Event.Refused.class::isInstance)
                .anyMatch(Event.Mismatched.class::isInstance);
        done.countDown();
        assertThat(first.get(20, TimeUnit.SECONDS).status()).isEqualTo(201);
        assertThat(duplicate(guard, "a").header("Idempotency-Replayed")).contains("true");
        assertThat(runs).hasValue(1);
        assertThat(counter.current("alice").count()).isOne();
    }

    @Test
    @DisplayName("C6 gets the first answer as soon as that is available, and runs if the first request failed")
    void goesOn() throws Exception {
        HttpGuard guard = guard(Policies.waitUpTo(Duration.ofSeconds(30)));
        CompletableFuture<Answer> first = CompletableFuture.supplyAsync(() -> send(guard, "a", (content, attempt) -> {
            hold();
            return CompletableFuture.completedFuture(Answer.of(503, List.of(), new byte[0]));
        }));
        assertThat(atWork.await(20, TimeUnit.SECONDS)).isTrue();
        List<CompletableFuture<Answer>> duplicates = List.of(
                CompletableFuture.supplyAsync(() -> duplicate(guard, "a")),
                CompletableFuture.supplyAsync(() -> duplicate(guard, "a")));
        done.countDown();
        assertThat(first.get(20, TimeUnit.SECONDS).status()).isEqualTo(503);
        for (CompletableFuture<Answer> each : duplicates) {
            assertThat(new String(each.get(20, TimeUnit.SECONDS).body(), StandardCharsets.UTF_8))
                    .isEqualTo("run 2");
        }
        assertThat(runs).hasValue(2);
        assertThat(counter.current("alice").count()).isOne();
    }

    @Test
    @DisplayName("C6 is refused immediately, or gets the status address, by policy")
    void refused() throws Exception {
        HttpGuard guard = guard(Policies.accept());
        CompletableFuture<Answer> first = sendAndHold(guard, "a");
        Answer accepted =
                CompletableFuture.supplyAsync(() -> duplicate(guard, "a")).get(10, TimeUnit.SECONDS);
        assertThat(accepted.status()).isEqualTo(202);
        assertThat(accepted.header("Location")).isNotEmpty();
        done.countDown();
        assertThat(first.get(20, TimeUnit.SECONDS).status()).isEqualTo(201);
    }
}
