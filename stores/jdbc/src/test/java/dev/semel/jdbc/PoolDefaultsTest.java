package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.policy.Policies;
import dev.semel.servers.JdbcServer;
import dev.semel.servers.MariaDbServer;
import dev.semel.servers.PostgresServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("a store works with any settings of the pool's connections")
class PoolDefaultsTest {
    private static List<JdbcServer> servers() {
        return List.of(PostgresServer.shared(), MariaDbServer.shared());
    }

    private static void check(JdbcServer server, Consumer<HikariConfig> defaults) throws Exception {
        try (HikariDataSource pool = Pools.of(server, defaults)) {
            JdbcStore store = JdbcStore.builder(pool).createSchema(true).build();
            Operation<String> operation = Semel.on(store)
                    .operation("defaults." + UUID.randomUUID().toString().substring(0, 8), Codec.text())
                    .whileRunning(Policies.waitUpTo(Duration.ofSeconds(20)))
                    .build();
            AtomicInteger runs = new AtomicInteger();
            ExecutorService threads = Executors.newFixedThreadPool(16);
            List<Future<String>> running = new ArrayList<>();
            for (int i = 0; i < 64; i++) {
                String key = "k" + i % 8;
                running.add(threads.submit(() -> operation.once(key, "r", () -> "run " + runs.incrementAndGet())));
            }
            for (Future<String> each : running) {
                assertThat(each.get()).startsWith("run ");
            }
            threads.shutdown();
            assertThat(runs).hasValue(8);
            assertThat(store.purge(10)).isNotNegative();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "TRANSACTION_READ_UNCOMMITTED",
                "TRANSACTION_READ_COMMITTED",
                "TRANSACTION_REPEATABLE_READ",
                "TRANSACTION_SERIALIZABLE"
            })
    @DisplayName("any isolation level, with auto-commit off and read-only on")
    void isolation(String level) throws Exception {
        for (JdbcServer server : servers()) {
            check(server, config -> {
                config.setTransactionIsolation(level);
                config.setAutoCommit(false);
                config.setReadOnly(true);
            });
        }
    }

    @Test
    @DisplayName("any time zone of the session")
    void timeZone() throws Exception {
        check(PostgresServer.shared(), config -> config.setConnectionInitSql("SET TIME ZONE 'Pacific/Kiritimati'"));
        check(MariaDbServer.shared(), config -> config.setConnectionInitSql("SET time_zone = '+13:00'"));
    }

    @Test
    @DisplayName("changed settings are restored before the pool gets the connection back")
    void putBack() throws SQLException {
        try (HikariDataSource pool = Pools.of(PostgresServer.shared(), config -> {
            config.setMaximumPoolSize(1);
            config.setAutoCommit(false);
        })) {
            JdbcStore store = JdbcStore.builder(pool).createSchema(true).build();
            Semel.on(store).operation("put.back", Codec.text()).build().once("k", "r", () -> "receipt");
            try (Connection connection = pool.getConnection()) {
                assertThat(connection.getAutoCommit()).isFalse();
            }
        }
    }

    @Test
    @DisplayName("a table with another name, and one that is not an identifier")
    void tableName() {
        JdbcStore store = JdbcStore.builder(Pools.h2("named"))
                .table("once_records")
                .createSchema(true)
                .build();
        assertThat(Semel.on(store).operation("named", Codec.text()).build().once("k", "r", () -> "receipt"))
                .isEqualTo("receipt");
        assertThatThrownBy(() -> JdbcStore.builder(Pools.h2("named"))
                        .table("x; DROP TABLE y")
                        .build())
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    @DisplayName("a table in a named schema")
    void qualifiedName() {
        qualified(PostgresServer.shared(), "public.qualified_record");
        qualified(MariaDbServer.shared(), "test.qualified_record");
    }

    private static void qualified(JdbcServer server, String table) {
        JdbcStore store = JdbcStore.builder(Pools.shared(server))
                .table(table)
                .createSchema(true)
                .build();
        Operation<String> operation =
                Semel.on(store).operation("qualified", Codec.text()).build();
        assertThat(operation.once("k", "r", () -> "receipt")).isEqualTo("receipt");
        assertThat(operation.once("k", "r", () -> "never")).isEqualTo("receipt");
        assertThat(operation.in(store.transactions()).once("t", "r", connection -> "receipt"))
                .isEqualTo("receipt");
        assertThat(store.purge(10)).isZero();
    }
}
