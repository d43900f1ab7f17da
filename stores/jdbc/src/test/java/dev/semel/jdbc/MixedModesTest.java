package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Codec;
import dev.semel.InProgressException;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.servers.MariaDbServer;
import dev.semel.servers.MySqlServer;
import dev.semel.servers.PostgresServer;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("D2 a record that a transaction has locked does not delay leased calls")
class MixedModesTest {
    /** Less than the time for which a batch waits for a row. */
    private static final Duration AT_ONCE = Duration.ofMillis(900);

    @Test
    @DisplayName("on PostgreSQL")
    void postgreSql() throws Exception {
        check(Pools.of(PostgresServer.shared(), config -> {}), Duration.ofSeconds(3));
    }

    @Test
    @DisplayName("on MariaDB")
    void mariaDb() throws Exception {
        check(Pools.of(MariaDbServer.shared(), config -> {}), Duration.ofSeconds(3));
    }

    @Test
    @Tag("mysql")
    @DisplayName("on MySQL")
    void mySql() throws Exception {
        check(Pools.of(MySqlServer.shared(), config -> {}), Duration.ofSeconds(8));
    }

    /** Checks leased calls for the same and for other records while a transaction that has settled a record stays open. */
    private static void check(HikariDataSource pool, Duration longest) throws Exception {
        JdbcStore store = JdbcStore.builder(pool).createSchema(true).build();
        Operation<String> operation = Semel.on(store)
                .operation("mixed." + UUID.randomUUID().toString().substring(0, 8), Codec.text())
                .build();
        operation.once("warm", "r", () -> "warm");
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            operation.in(store.transaction(connection)).once("held", "r", same -> "receipt");
            long started = System.nanoTime();
            for (Future<?> each : neighbours(threads, operation)) {
                each.get(30, TimeUnit.SECONDS);
            }
            assertThat(since(started)).as("the first batch waits briefly").isLessThan(longest);
            Duration quickest = longest;
            for (int i = 0; i < 3; i++) {
                started = System.nanoTime();
                for (Future<?> each : neighbours(threads, operation)) {
                    each.get(30, TimeUnit.SECONDS);
                }
                quickest = since(started).compareTo(quickest) < 0 ? since(started) : quickest;
            }
            assertThat(quickest).as("the next ones do not wait").isLessThan(AT_ONCE);
            connection.commit();
        } finally {
            threads.shutdownNow();
        }
        assertThat(operation.attempt("held", "r", context -> "never"))
                .isInstanceOfSatisfying(
                        Outcome.Replayed.class,
                        replayed -> assertThat(replayed.value()).isEqualTo("receipt"));
        pool.close();
    }

    private static List<Future<?>> neighbours(ExecutorService threads, Operation<String> operation) {
        List<Future<?>> running = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            String key = i == 3 ? "held" : UUID.randomUUID().toString();
            running.add(threads.submit(() -> {
                if (key.equals("held")) {
                    assertThatThrownBy(() -> operation.once(key, "r", () -> "never"))
                            .isInstanceOf(InProgressException.class);
                } else {
                    assertThat(operation.once(key, "r", () -> "own")).isEqualTo("own");
                }
            }));
        }
        return running;
    }

    private static Duration since(long started) {
        return Duration.ofNanos(System.nanoTime() - started);
    }
}
