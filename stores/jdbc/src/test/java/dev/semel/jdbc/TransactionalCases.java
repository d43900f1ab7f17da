package dev.semel.jdbc;

import static dev.semel.policy.Policies.waitUpTo;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.OperationBuilder;
import dev.semel.Semel;
import dev.semel.jdbc.dialect.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A store, an operation and payments for tests of transactional mode. */
abstract class TransactionalCases {
    static final Duration PATIENCE = Duration.ofSeconds(20);

    final String run = UUID.randomUUID().toString().substring(0, 8);
    DataSource pool;
    JdbcStore store;
    private Semel semel;

    /** Opens a pool for this test, with connections as an application would configure them. */
    abstract DataSource openPool();

    /** Returns how long the refusal of a duplicate may take if it does not wait. */
    Duration immediately() {
        return Duration.ofMillis(500);
    }

    /** Returns whether the database is in this process. */
    boolean isEmbedded() {
        return false;
    }

    /** Returns whether a transaction that writes keeps all others from writing. */
    boolean hasOneWriter() {
        return false;
    }

    /** Opens the store under test, on the database of this pool. */
    JdbcStore openStore(DataSource database) {
        return JdbcStore.builder(database).createSchema(true).build();
    }

    @BeforeEach
    void open() throws SQLException {
        pool = openPool();
        store = openStore(pool);
        semel = Semel.on(store);
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(true);
            Dialect.execute(
                    connection,
                    "CREATE TABLE IF NOT EXISTS payment (pay_key varchar(100) NOT NULL, run_number int NOT NULL)");
        }
    }

    @AfterEach
    void close() {
        store.close();
        if (pool instanceof HikariDataSource pooled) {
            pooled.close();
        }
    }

    OperationBuilder<String> texts() {
        return semel.operation("transactional." + run, Codec.text());
    }

    Operation<String> refusing() {
        return texts().build();
    }

    Operation<String> waiting() {
        return texts().whileRunning(waitUpTo(PATIENCE)).build();
    }

    void pay(Connection connection, String key) {
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO payment (pay_key, run_number) VALUES (?, 1)")) {
            insert.setString(1, run + key);
            insert.executeUpdate();
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    int payments(String key) {
        try (Connection connection = pool.getConnection();
                PreparedStatement count =
                        connection.prepareStatement("SELECT COUNT(*) FROM payment WHERE pay_key = ?")) {
            count.setString(1, run + key);
            try (ResultSet found = count.executeQuery()) {
                found.next();
                return found.getInt(1);
            }
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    String payAnd(Connection connection, String key, String receipt) {
        pay(connection, key);
        return receipt;
    }

    Connection begin() throws SQLException {
        Connection connection = pool.getConnection();
        connection.setAutoCommit(false);
        return connection;
    }

    interface Check {
        Object run() throws Exception;
    }

    /** Runs a check while a call with the key has paid and not committed. */
    void whileRunning(Operation<String> operation, String key, Check check) throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch checked = new CountDownLatch(1);
        CompletableFuture<String> first = CompletableFuture.supplyAsync(() -> operation
                .in(store.transactions())
                .once(key, "r", tx -> {
                    pay(tx.connection(), key);
                    running.countDown();
                    await(checked);
                    return "receipt";
                }));
        await(running);
        try {
            check.run();
        } finally {
            checked.countDown();
        }
        assertThat(first.get(30, TimeUnit.SECONDS)).isEqualTo("receipt");
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    static CompletableFuture<String>[] start() {
        return new CompletableFuture[1];
    }

    static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
