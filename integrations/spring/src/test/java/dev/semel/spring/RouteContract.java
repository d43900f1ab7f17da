package dev.semel.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Semel;
import dev.semel.counter.Counter;
import dev.semel.counter.Counters;
import dev.semel.counter.Window;
import dev.semel.http.Answer;
import dev.semel.http.HttpGuard;
import dev.semel.http.Route;
import dev.semel.http.RouteBuilder;
import dev.semel.http.contract.Door;
import dev.semel.http.contract.Handler;
import dev.semel.http.quota.RouteQuota;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.counter.JdbcCounterStore;
import dev.semel.policy.Policies;
import dev.semel.spring.SqlContext.Database;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** HTTP routes whose rows and answers commit together. Run on each database. */
abstract class RouteContract {
    private final String run = UUID.randomUUID().toString().substring(0, 8) + "-";
    private final AnnotationConfigApplicationContext context = SqlContext.open(database());
    private final JdbcTemplate rows = context.getBean(JdbcTemplate.class);
    private final AtomicInteger runs = new AtomicInteger();
    private PlatformTransactionManager manager = context.getBean(PlatformTransactionManager.class);
    private RouteBuilder route = Route.builder("/orders", "orders.create");

    abstract Database database();

    @AfterEach
    void close() {
        context.close();
    }

    private Handler placing(int status) {
        return (body, attempt) -> {
            place(new String(body, StandardCharsets.UTF_8));
            return CompletableFuture.completedFuture(answer(status));
        };
    }

    private void place(String key) {
        assertThat(TransactionSynchronizationManager.isActualTransactionActive())
                .isTrue();
        runs.incrementAndGet();
        rows.update("INSERT INTO placed (order_key) VALUES (?)", run + key);
    }

    private Answer answer(int status) {
        return Answer.of(status, List.of(), ("run " + runs.get()).getBytes(StandardCharsets.UTF_8));
    }

    private int placed(String key) {
        return rows.queryForObject("SELECT COUNT(*) FROM placed WHERE order_key = ?", Integer.class, run + key);
    }

    private Answer send(String key, Handler handler) {
        return send(key, key, handler);
    }

    private Answer send(String key, String body, Handler handler) {
        RouteBuilder running = route.runningIn(RouteTransactions.on(context.getBean(JdbcStore.class), manager));
        HttpGuard guard = HttpGuard.builder(context.getBean(Semel.class))
                .route(running.build())
                .build();
        try {
            return Door.handle(guard, new FakeRequest(run + key, body), handler)
                    .orElseThrow()
                    .toCompletableFuture()
                    .join();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String text(Answer answer) {
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    @Test
    @DisplayName("C4 D1 rows and answer commit together before the answer is sent, and a duplicate replays")
    void commitsTogether() {
        AtomicReference<Integer> seen = new AtomicReference<>();
        Answer first = send("k", (body, attempt) -> {
            place("k");
            seen.set(CompletableFuture.supplyAsync(() -> placed("k")).join());
            assertThat(CurrentAttempt.get()).isSameAs(attempt);
            return CompletableFuture.completedFuture(answer(201));
        });
        assertThat(seen).hasValue(0);
        assertThat(first.status()).isEqualTo(201);
        assertThat(placed("k")).isEqualTo(1);
        Answer replay = send("k", placing(201));
        assertThat(text(replay)).isEqualTo("run 1");
        assertThat(replay.header("Idempotency-Replayed")).contains("true");
        assertThat(placed("k")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 503, 401, 429})
    @DisplayName("C11 D3 rolls back if the answer is not stored, and the next request runs")
    void rollsBack(int status) {
        assertThat(send("k", placing(status)).status()).isEqualTo(status);
        assertThat(placed("k")).isZero();
        assertThat(text(send("k", placing(404)))).isEqualTo("run 2");
        assertThat(send("k", placing(201)).status()).isEqualTo(404);
        assertThat(placed("k")).isEqualTo(1);
    }

    @Test
    @DisplayName("C11 D3 rolls back after an exception, which reaches the server unchanged")
    void exceptions() {
        IllegalStateException failure = new IllegalStateException("down");
        assertThatThrownBy(() -> send("k", (body, attempt) -> {
                    place("k");
                    throw failure;
                }))
                .hasCause(failure);
        assertThatThrownBy(() -> send("k", (body, attempt) -> {
                    place("k");
                    return CompletableFuture.failedFuture(failure);
                }))
                .hasCause(failure);
        assertThat(placed("k")).isZero();
        assertThat(send("k", placing(201)).status()).isEqualTo(201);
    }

    @Test
    @DisplayName("C6 a different body gets 422; while it runs a duplicate gets 409, or 202, or waits")
    void duplicates() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch checked = new CountDownLatch(1);
        CompletableFuture<Answer> first = CompletableFuture.supplyAsync(() -> send("k", (body, attempt) -> {
            place("k");
            running.countDown();
            TransactionCases.unchecked(() -> checked.await(30, TimeUnit.SECONDS));
            return CompletableFuture.completedFuture(answer(201));
        }));
        assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
        Answer refused = send("k", placing(201));
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.header("Retry-After")).isPresent();
        route = Route.builder("/orders", "orders.create").whileRunning(Policies.accept());
        assertThat(send("k", placing(201)).header("Location")).isPresent();
        route = Route.builder("/orders", "orders.create").whileRunning(Policies.waitUpTo(Duration.ofSeconds(20)));
        CompletableFuture<Answer> waiting = CompletableFuture.supplyAsync(() -> send("k", placing(201)));
        Thread.sleep(200);
        assertThat(waiting).isNotDone();
        checked.countDown();
        assertThat(text(first.get(20, TimeUnit.SECONDS))).isEqualTo("run 1");
        assertThat(text(waiting.get(20, TimeUnit.SECONDS))).isEqualTo("run 1");
        assertThat(send("k", "other", placing(201)).status()).isEqualTo(422);
        assertThat(placed("k")).isEqualTo(1);
    }

    @Test
    @DisplayName("C14 an answer above the limit is sent once with its rows, and leaves a tombstone")
    void tooLarge() {
        route = route.limits(100, 2);
        assertThat(text(send("k", placing(201)))).isEqualTo("run 1");
        Answer retry = send("k", placing(201));
        assertThat(retry.status()).isEqualTo(409);
        assertThat(text(retry)).contains("result-not-kept");
        assertThat(placed("k")).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "D3 a transaction that was marked as rollback-only sends a refusal and stores nothing, and sends no success")
    void marked() {
        Handler marking = (body, attempt) -> {
            new TransactionTemplate(manager).executeWithoutResult(inner -> {
                place("k");
                inner.setRollbackOnly();
            });
            return CompletableFuture.completedFuture(answer(409));
        };
        assertThat(send("k", marking).status()).isEqualTo(409);
        assertThatThrownBy(() -> send(
                        "k", (body, attempt) -> marking.handle(body, attempt).thenApply(answer -> answer(201))))
                .hasCauseInstanceOf(UnexpectedRollbackException.class);
        assertThat(placed("k")).isZero();
        assertThat(text(send("k", placing(201)))).isEqualTo("run 3");
    }

    @Test
    @DisplayName("C15 D1 is committed before the answer is sent, in any outer transaction")
    void ownTransaction() {
        new TransactionTemplate(manager).executeWithoutResult(outer -> {
            assertThat(send("k", placing(201)).status()).isEqualTo(201);
            outer.setRollbackOnly();
        });
        assertThat(placed("k")).isEqualTo(1);
        assertThat(send("k", placing(201)).header("Idempotency-Replayed")).contains("true");
    }

    @Test
    @DisplayName("an asynchronous handler is refused, since its work would not be in the transaction")
    void asynchronous() {
        assertThatThrownBy(() -> send("k", (body, attempt) -> {
                    place("k");
                    return new CompletableFuture<>();
                }))
                .hasCauseInstanceOf(IllegalStateException.class)
                .hasMessageContaining("asynchronously");
        assertThat(placed("k")).isZero();
        assertThat(send("k", placing(201)).status()).isEqualTo(201);
    }

    @Test
    @DisplayName(
            "C9 a commit whose reply is lost is resolved; 503 if it did not take place, and if no transaction can begin")
    void databaseFails() {
        DataSource pool = context.getBean(DataSource.class);
        AtomicInteger commits = new AtomicInteger();
        manager = new JdbcTransactionManager(pool) {
            private static final long serialVersionUID = 1;

            @Override
            protected void doCommit(DefaultTransactionStatus status) {
                if (commits.incrementAndGet() == 1) {
                    super.doCommit(status);
                    throw new TransactionSystemException("the reply was lost");
                } else if (commits.get() == 2) {
                    super.doRollback(status);
                    throw new TransactionSystemException("the request was lost");
                }
                super.doCommit(status);
            }
        };
        Answer resolved = send("k", placing(201));
        assertThat(resolved.status()).isEqualTo(201);
        assertThat(resolved.header("Idempotency-Replayed")).isEmpty();
        assertThat(send("k", placing(201)).header("Idempotency-Replayed")).contains("true");
        assertThat(placed("k")).isEqualTo(1);
        Answer unknown = send("k1", placing(201));
        assertThat(unknown.status()).isEqualTo(503);
        assertThat(text(unknown)).contains("is unknown");
        assertThat(placed("k1")).isZero();
        assertThat(send("k1", placing(201)).status()).isEqualTo(201);
        assertThat(placed("k1")).isEqualTo(1);
        manager = new JdbcTransactionManager(pool) {
            private static final long serialVersionUID = 1;

            @Override
            protected void doBegin(
                    Object transaction, org.springframework.transaction.TransactionDefinition definition) {
                throw new org.springframework.transaction.CannotCreateTransactionException("no connection");
            }
        };
        assertThat(text(send("k2", placing(201)))).contains("Nothing was done");
        assertThat(runs).hasValue(3);
        assertThat(TransactionSynchronizationManager.hasResource(pool)).isFalse();
    }

    @Test
    @DisplayName(
            "E7 counts in the same database, once for all attempts of a request, and neither replays nor refused requests")
    void quota() {
        Counter counter = limited(context.getBean(DataSource.class), 2);
        assertThat(send("k", placing(503)).status()).isEqualTo(503);
        assertThat(send("k", placing(201)).status()).isEqualTo(201);
        assertThat(send("k", placing(201)).header("Idempotency-Replayed")).contains("true");
        assertThat(send("k", "other", placing(201)).status()).isEqualTo(422);
        assertThat(counter.current("alice").count()).isOne();
        assertThat(send("refused", placing(404)).status()).isEqualTo(404);
        assertThat(counter.current("alice").count()).as("given back").isOne();
        assertThat(send("l", placing(201)).header("RateLimit")).isPresent();
        assertThat(send("m", placing(201)).status()).isEqualTo(429);
        assertThat(placed("m")).isZero();
        assertThat(send("k", placing(201)).status()).isEqualTo(201);
        assertThat(counter.current("alice").count()).isEqualTo(2);
    }

    @Test
    @DisplayName("C31 E7 a refused request leaves no record: a different one under its key runs, and each counts")
    void turnedAway() {
        Counter counter = limited(context.getBean(DataSource.class), 9);
        send("k", "forged", placing(401));
        send("k", "forged", placing(401));
        assertThat(counter.current("alice").count()).isEqualTo(2);
        assertThat(send("k", "signed", placing(201)).status()).isEqualTo(201);
        assertThat(counter.current("alice").count()).isEqualTo(3);
    }

    /** A counter of this run, and a route that it limits. */
    private Counter limited(DataSource pool, long most) {
        Counters counters =
                Counters.on(JdbcCounterStore.builder(pool).createSchema(true).build());
        Counter counter = counters.counter("run-" + run + "x", Window.every(Duration.ofDays(1000)))
                .build();
        route = route.quota(RouteQuota.builder(counters).limit(counter, most).build());
        return counter;
    }

    @Test
    @DisplayName("E7 never waits for a second connection to count, and lets no more requests run than the limit")
    void quotaInSmallPool() throws Exception {
        try (HikariDataSource pool = database().pool(1);
                AnnotationConfigApplicationContext small = SqlContext.open(pool)) {
            limited(pool, 5);
            route.runningIn(RouteTransactions.on(
                    small.getBean(JdbcStore.class), small.getBean(PlatformTransactionManager.class)));
            HttpGuard guard = HttpGuard.builder(small.getBean(Semel.class))
                    .route(route.build())
                    .build();
            JdbcTemplate there = small.getBean(JdbcTemplate.class);
            ExecutorService threads = Executors.newFixedThreadPool(8);
            List<Future<Integer>> all = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                String key = run + "small-" + i;
                all.add(threads.submit(() -> Door.handle(guard, new FakeRequest(key, "{}"), (body, attempt) -> {
                            there.update("INSERT INTO placed (order_key) VALUES (?)", key);
                            return CompletableFuture.completedFuture(answer(201));
                        })
                        .orElseThrow()
                        .toCompletableFuture()
                        .join()
                        .status()));
            }
            List<Integer> statuses = new ArrayList<>();
            for (Future<Integer> each : all) {
                statuses.add(each.get(60, TimeUnit.SECONDS));
            }
            threads.shutdown();
            assertThat(statuses).containsOnly(201, 429);
            assertThat(statuses.stream().filter(status -> status == 201)).hasSize(5);
        }
    }
}
