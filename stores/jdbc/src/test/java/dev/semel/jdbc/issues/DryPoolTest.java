package dev.semel.jdbc.issues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.StoreException;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.Pools;
import dev.semel.jdbc.Sources;
import dev.semel.policy.Policies;
import dev.semel.servers.PostgresServer;
import dev.semel.store.RecordId;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("a pool that runs dry")
class DryPoolTest {
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    private static Operation<String> operation(JdbcStore store, Duration lease, Duration patience) {
        return Semel.builder(store)
                .storeTimeout(Duration.ofMillis(1))
                .build()
                .operation("dry." + UUID.randomUUID().toString().substring(0, 8), Codec.text())
                .lease(lease)
                .whileRunning(Policies.waitUpTo(patience))
                .build();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("fails the calls of a batch together; each of them waited for the pool separately")
    void failsTogether(boolean lazily) throws Exception {
        try (HikariDataSource pool = Pools.of(PostgresServer.shared(), config -> {})) {
            AtomicBoolean dry = new AtomicBoolean();
            AtomicInteger asked = new AtomicInteger();
            DataSource drying = Sources.of(() -> {
                if (!dry.get()) {
                    return pool.getConnection();
                }
                return lazily ? lazy(() -> timeOut(asked)) : timeOut(asked);
            });
            JdbcStore store = JdbcStore.builder(drying).createSchema(true).build();
            Operation<String> operation = operation(store, Duration.ofSeconds(30), Duration.ofSeconds(1));
            dry.set(true);
            List<Future<String>> calls = startAtOnce(64, i -> operation.once("k" + i, "r", () -> "never"));
            for (Future<String> call : calls) {
                assertThatThrownBy(() -> call.get(1, TimeUnit.MINUTES))
                        .isInstanceOf(ExecutionException.class)
                        .cause()
                        .isInstanceOf(StoreException.class)
                        .hasMessageContaining("Connection is not available");
            }
            // The calls may form several batches.
            assertThat(asked.get()).isLessThan(32);
            dry.set(false);
            assertThat(operation.once("k1", "r", () -> "receipt")).isEqualTo("receipt");
        }
    }

    @Test
    @DisplayName("F9 prevents no renewal, and delays no waiter past its limit, while work holds all its connections")
    void renews() throws Exception {
        try (HikariDataSource pool = Pools.of(PostgresServer.shared(), config -> {
                    config.setMaximumPoolSize(4);
                    config.setConnectionTimeout(Duration.ofMinutes(2).toMillis());
                });
                HikariDataSource other = Pools.of(PostgresServer.shared(), config -> {})) {
            JdbcStore store = JdbcStore.builder(pool).createSchema(true).build();
            Duration lease = Duration.ofSeconds(12);
            Operation<String> here = operation(store, lease, Duration.ofSeconds(1));
            JdbcStore elsewhere = JdbcStore.on(other);
            Operation<String> there = Semel.on(elsewhere)
                    .operation(here.settings().name(), Codec.text())
                    .lease(lease)
                    .build();
            AtomicInteger effects = new AtomicInteger();
            CountDownLatch end = new CountDownLatch(1);
            List<Future<String>> owners =
                    startAtOnce(4, i -> here.once("k" + i, "r", () -> holdingConnections(pool, effects, end)));
            await(() -> effects.get() == 4);
            long startedAt = System.nanoTime();
            Outcome<String> waited = here.attempt("k0", "r", context -> "effect " + effects.incrementAndGet());
            assertThat(waited).isInstanceOf(Outcome.InProgress.class);
            assertThat(Duration.ofNanos(System.nanoTime() - startedAt)).isLessThan(Duration.ofMinutes(1));
            for (int i = 0; i < 4; i++) {
                RecordId id = here.id("k" + i);
                Instant first = leaseEnd(elsewhere, id);
                await(() -> leaseEnd(elsewhere, id).isAfter(first));
                Outcome<String> duplicate =
                        there.attempt(id.key(), "r", context -> "effect " + effects.incrementAndGet());
                assertThat(duplicate).isInstanceOf(Outcome.InProgress.class);
            }
            end.countDown();
            for (Future<String> owner : owners) {
                assertThat(owner.get(1, TimeUnit.MINUTES)).startsWith("effect");
            }
            assertThat(effects).hasValue(4);
            store.close();
            elsewhere.close();
        }
    }

    private static Instant leaseEnd(JdbcStore store, RecordId id) {
        return store.find(id).orElseThrow().leaseEnd();
    }

    /** Throws like HikariCP: without an SQL state. */
    private static Connection timeOut(AtomicInteger asked) throws SQLException {
        asked.incrementAndGet();
        pause(Duration.ofMillis(500));
        throw new SQLTransientConnectionException("Connection is not available");
    }

    /** Returns a connection that is taken on first use, as by a LazyConnectionDataSourceProxy. */
    private static Connection lazy(Sources.Source source) {
        return (Connection) Proxy.newProxyInstance(
                Sources.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, args) -> switch (method.getName()) {
                    case "close" -> null;
                    case "getAutoCommit" -> true;
                    case "isReadOnly" -> false;
                    default -> source.get();
                });
    }

    /** Takes each connection that the pool has, and returns them at the end. */
    private static String holdingConnections(DataSource pool, AtomicInteger effects, CountDownLatch end)
            throws SQLException, InterruptedException {
        String effect = "effect " + effects.incrementAndGet();
        try (Connection connection = pool.getConnection()) {
            end.await(10, TimeUnit.MINUTES);
            return effect + (connection.isValid(5) ? "" : " on a lost connection");
        }
    }

    private interface Calling<T> {
        T call(int number) throws Exception;
    }

    private <T> List<Future<T>> startAtOnce(int count, Calling<T> calling) {
        CountDownLatch start = new CountDownLatch(1);
        List<Future<T>> running = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int number = i;
            running.add(threads.submit(() -> {
                start.await();
                return calling.call(number);
            }));
        }
        start.countDown();
        return running;
    }

    private static void await(java.util.function.BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (!condition.getAsBoolean() && System.nanoTime() < deadline) {
            pause(Duration.ofMillis(10));
        }
        assertThat(condition.getAsBoolean()).isTrue();
    }

    private static void pause(Duration time) {
        try {
            Thread.sleep(time.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
