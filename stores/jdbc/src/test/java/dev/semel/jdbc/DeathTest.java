package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.jdbc.DyingApplication.Step;
import dev.semel.jdbc.dialect.Dialect;
import dev.semel.servers.JdbcServer;
import dev.semel.servers.MariaDbServer;
import dev.semel.servers.MySqlServer;
import dev.semel.servers.PostgresServer;
import java.io.File;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("D1 the application's process is killed at each step")
class DeathTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @ParameterizedTest
    @EnumSource
    @DisplayName("on SQLite")
    void sqlite(Step step) throws Exception {
        Path file = Pools.folder().resolve("dying.db");
        check("jdbc:sqlite:" + file + "?journal_mode=WAL&synchronous=FULL&busy_timeout=20000", "", step);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("on PostgreSQL")
    void postgreSql(Step step) throws Exception {
        check(PostgresServer.shared(), step);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("on MariaDB")
    void mariaDb(Step step) throws Exception {
        check(MariaDbServer.shared(), step);
    }

    @Tag("mysql")
    @ParameterizedTest
    @EnumSource
    @DisplayName("on MySQL")
    void mySql(Step step) throws Exception {
        check(MySqlServer.shared(), step);
    }

    private static void check(JdbcServer server, Step step) throws Exception {
        check(server.jdbcUrl(), server.user(), step);
    }

    private static void check(String url, String user, Step step) throws Exception {
        String key = UUID.randomUUID().toString();
        try (HikariDataSource pool = Pools.of(url, config -> {
            config.setUsername(user);
            config.setPassword("");
        })) {
            try (Connection connection = pool.getConnection()) {
                Dialect.execute(connection, "CREATE TABLE IF NOT EXISTS paid (pay_key varchar(100) NOT NULL)");
            }
            die(url, user, step, key);
            JdbcStore store = JdbcStore.builder(pool).createSchema(true).build();
            if (step.isTransactional()) {
                checkTransaction(pool, store, step, key);
            } else {
                checkLease(pool, store, step, key);
            }
        }
    }

    private static Outcome<String> next(JdbcStore store, String key) throws SQLException {
        return DyingApplication.operation(store)
                .in(store.transactions())
                .attempt(key, "r", tx -> DyingApplication.pay(tx.connection(), key));
    }

    private static void checkTransaction(HikariDataSource pool, JdbcStore store, Step step, String key)
            throws SQLException, InterruptedException {
        boolean committed = step == Step.AFTER_COMMIT;
        assertThat(payments(pool, key)).isEqualTo(committed ? 1 : 0);
        Outcome<String> next = next(store, key);
        // a server may take a moment to notice that the process is gone, and to roll its transaction back
        for (long end = System.nanoTime() + PATIENCE.toNanos();
                next instanceof Outcome.InProgress && System.nanoTime() < end; ) {
            Thread.sleep(20);
            next = next(store, key);
        }
        assertThat(next).isInstanceOf(committed ? Outcome.Replayed.class : Outcome.Executed.class);
        assertThat(payments(pool, key)).isEqualTo(1);
    }

    private static void checkLease(HikariDataSource pool, JdbcStore store, Step step, String key)
            throws SQLException, InterruptedException {
        Operation<String> operation = DyingApplication.operation(store);
        Thread.sleep(1_100);
        Outcome<String> next = operation.attempt(key, "r", context -> "never");
        assertThat(next).isInstanceOf(step == Step.SETTLED ? Outcome.Replayed.class : Outcome.InDoubt.class);
        assertThat(payments(pool, key)).isEqualTo(step == Step.CLAIMED ? 0 : 1);
    }

    private static void die(String url, String user, Step step, String key) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        DyingApplication.class.getName(),
                        url,
                        user,
                        step.name(),
                        key)
                .redirectErrorStream(true)
                .redirectOutput(File.createTempFile("dying", ".log"))
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(DyingApplication.DEAD);
    }

    private static int payments(HikariDataSource pool, String key) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement count = connection.prepareStatement("SELECT COUNT(*) FROM paid WHERE pay_key = ?")) {
            count.setString(1, key);
            try (ResultSet found = count.executeQuery()) {
                found.next();
                return found.getInt(1);
            }
        }
    }
}
