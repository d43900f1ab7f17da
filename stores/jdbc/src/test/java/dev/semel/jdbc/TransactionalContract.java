package dev.semel.jdbc;

import static dev.semel.Policies.replayFailures;
import static dev.semel.Policies.waitUpTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Codec;
import dev.semel.FailureReplayedException;
import dev.semel.InProgressException;
import dev.semel.MismatchException;
import dev.semel.OperationBuilder;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.store.ResultTooLargeException;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What holds when record and business rows share a transaction. Run on each database, and on some at several isolation levels. */
abstract class TransactionalContract {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final String run = UUID.randomUUID().toString().substring(0, 8);
    private HikariDataSource pool;
    private JdbcStore store;
    private Semel semel;

    /** A pool of this test's own, with connections as the application would have configured them. */
    abstract HikariDataSource openPool();

    /** The store that is tested, on the database of this pool. */
    JdbcStore openStore(HikariDataSource database) {
        return JdbcStore.builder(database).createSchema(true).build();
    }

    /** How long a duplicate that does not want to wait may take. */
    Duration atOnce() {
        return Duration.ofMillis(500);
    }

    /** Whether the database is in this process. */
    boolean isEmbedded() {
        return false;
    }

    /** Whether a transaction that writes keeps all others from writing. */
    boolean hasOneWriter() {
        return false;
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
        pool.close();
    }

    private OperationBuilder<String> texts() {
        return semel.operation("transactional." + run, Codec.text());
    }

    private TransactionalOperation<String> refusing() {
        return store.transactional(texts().build());
    }

    private TransactionalOperation<String> waiting() {
        return store.transactional(texts().whileRunning(waitUpTo(PATIENCE)).build());
    }

    private void pay(Connection connection, String key) {
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO payment (pay_key, run_number) VALUES (?, 1)")) {
            insert.setString(1, run + key);
            insert.executeUpdate();
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private int payments(String key) {
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

    private String payAnd(Connection connection, String key, String receipt) {
        pay(connection, key);
        return receipt;
    }

    @Test
    @DisplayName("D1 record and business rows commit together, and a duplicate replays")
    void commitsTogether() {
        TransactionalOperation<String> operation = refusing();
        assertThat(operation.attempt("k", "r", c -> payAnd(c, "k", "receipt"))).isInstanceOf(Outcome.Executed.class);
        Outcome<String> again = operation.attempt("k", "r", c -> payAnd(c, "k", "never"));
        assertThat(again).isInstanceOf(Outcome.Replayed.class);
        assertThat(again.orThrow()).isEqualTo("receipt");
        assertThat(payments("k")).isEqualTo(1);
        assertThat(texts().build().once("k", "r", () -> "never")).isEqualTo("receipt");
    }

    @Test
    @DisplayName("D1 the same in a transaction of the caller's")
    void commitsTogetherInTheCallersTransaction() throws SQLException {
        TransactionalOperation<String> operation = refusing();
        for (int i = 0; i < 2; i++) {
            try (Connection connection = begin()) {
                pay(connection, "before");
                assertThat(operation.once(connection, "k", "r", c -> payAnd(c, "k", "receipt")))
                        .isEqualTo("receipt");
                connection.commit();
            }
        }
        assertThat(payments("k")).isEqualTo(1);
        assertThat(payments("before")).isEqualTo(2);
    }

    private Connection begin() throws SQLException {
        Connection connection = pool.getConnection();
        connection.setAutoCommit(false);
        return connection;
    }

    @Test
    @DisplayName("D2 a duplicate during the transaction is refused at once")
    void duplicateIsRefused() throws Exception {
        TransactionalOperation<String> operation = refusing();
        // The first refusal of a process opens connections and loads classes.
        whileRunning(operation, "warm", () -> catchThrowable(() -> operation.once("warm", "r", c -> "never")));
        whileRunning(operation, "k", () -> {
            long started = System.nanoTime();
            assertThatThrownBy(() -> operation.once("k", "r", c -> payAnd(c, "k", "never")))
                    .isInstanceOf(InProgressException.class);
            assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(atOnce());
            return null;
        });
        assertThat(payments("k")).isEqualTo(1);
    }

    @Test
    @DisplayName("D2 many who replay at once don't take each other for the first call")
    void manyReplays() throws Exception {
        TransactionalOperation<String> operation = refusing();
        operation.once("k", "r", c -> payAnd(c, "k", "receipt"));
        List<CompletableFuture<String>> replays = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(8);
        for (int i = 0; i < 200; i++) {
            replays.add(CompletableFuture.supplyAsync(
                    () -> operation.once("k", "r", c -> payAnd(c, "k", "never")), threads));
        }
        for (CompletableFuture<String> each : replays) {
            assertThat(each.get(30, TimeUnit.SECONDS)).isEqualTo("receipt");
        }
        threads.shutdown();
    }

    @Test
    @DisplayName("D2 a duplicate with another key is not held up")
    void otherKeysGoOn() throws Exception {
        if (hasOneWriter()) {
            return; // one writer at a time
        }
        TransactionalOperation<String> operation = refusing();
        whileRunning(operation, "k", () -> {
            assertThat(operation.once("other", "r", c -> payAnd(c, "other", "receipt")))
                    .isEqualTo("receipt");
            return null;
        });
    }

    private interface Check {
        Object run() throws Exception;
    }

    /** Runs a check while a call with the key has paid and not committed. */
    private void whileRunning(TransactionalOperation<String> operation, String key, Check check) throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch checked = new CountDownLatch(1);
        CompletableFuture<String> first = CompletableFuture.supplyAsync(() -> operation.once(key, "r", c -> {
            pay(c, key);
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

    @Test
    @DisplayName("D2 a duplicate that waits sees the winner's result after its commit")
    void duplicateWaits() throws Exception {
        TransactionalOperation<String> operation = waiting();
        CompletableFuture<String>[] waiter = start();
        whileRunning(operation, "k", () -> {
            waiter[0] = CompletableFuture.supplyAsync(() -> operation.once("k", "r", c -> payAnd(c, "k", "never")));
            Thread.sleep(300);
            assertThat(waiter[0]).isNotDone();
            return null;
        });
        assertThat(waiter[0].get(10, TimeUnit.SECONDS)).isEqualTo("receipt");
        assertThat(payments("k")).isEqualTo(1);
    }

    @Test
    @DisplayName("D5 the same in a transaction of the caller's that has read before, whatever it sees")
    void duplicateWaitsInTheCallersTransaction() throws Exception {
        if (hasOneWriter()) {
            return; // a transaction that has read before another one wrote can't write any more
        }
        TransactionalOperation<String> operation = waiting();
        CompletableFuture<String>[] waiter = start();
        whileRunning(operation, "k", () -> {
            waiter[0] = CompletableFuture.supplyAsync(() -> {
                try (Connection connection = begin()) {
                    try (PreparedStatement read = connection.prepareStatement("SELECT COUNT(*) FROM payment")) {
                        read.executeQuery().close();
                    }
                    String receipt = operation.once(connection, "k", "r", c -> payAnd(c, "k", "never"));
                    pay(connection, "after");
                    connection.commit();
                    return receipt;
                } catch (SQLException e) {
                    throw new AssertionError(e);
                }
            });
            Thread.sleep(300);
            return null;
        });
        assertThat(waiter[0].get(10, TimeUnit.SECONDS)).isEqualTo("receipt");
        assertThat(payments("k")).isEqualTo(1);
        assertThat(payments("after")).isEqualTo(1);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static CompletableFuture<String>[] start() {
        return new CompletableFuture[1];
    }

    @Test
    @DisplayName("F3 transactions with different new keys do not lock each other out, in whatever order they come")
    void differentKeysNeverDeadlock() throws Exception {
        assumeFalse(hasOneWriter(), "one transaction writes at a time");
        TransactionalOperation<String> operation = refusing();
        for (int round = 0; round < 10; round++) {
            String number = "-" + round;
            try (Connection one = begin();
                    Connection other = begin()) {
                operation.once(one, "a" + number, "r", c -> payAnd(c, "a", "1"));
                operation.once(other, "b" + number, "r", c -> payAnd(c, "b", "2"));
                operation.once(one, "c" + number, "r", c -> payAnd(c, "c", "3"));
                operation.once(other, "d" + number, "r", c -> payAnd(c, "d", "4"));
                one.commit();
                other.commit();
            }
        }
        assertThat(payments("a") + payments("b") + payments("c") + payments("d"))
                .isEqualTo(40);
    }

    @Test
    @DisplayName("D2 F3 a wait that is too long ends in a refusal, and the caller's transaction is as it was")
    void waitIsBounded() throws Exception {
        TransactionalOperation<String> owner = waiting();
        TransactionalOperation<String> brief = store.transactional(
                texts().whileRunning(waitUpTo(Duration.ofSeconds(1))).build());
        whileRunning(owner, "k", () -> {
            long started = System.nanoTime();
            assertThatThrownBy(() -> brief.once("k", "r", c -> payAnd(c, "k", "never")))
                    .isInstanceOf(InProgressException.class);
            assertThat(Duration.ofNanos(System.nanoTime() - started))
                    .isBetween(Duration.ofMillis(900), Duration.ofSeconds(4));
            if (!hasOneWriter()) {
                try (Connection connection = begin()) {
                    pay(connection, "kept");
                    assertThat(brief.attempt(connection, "k", "r", c -> payAnd(c, "k", "never")))
                            .isInstanceOf(Outcome.InProgress.class);
                    connection.commit();
                }
                assertThat(payments("kept")).isEqualTo(1);
            }
            return null;
        });
        assertThat(payments("k")).isEqualTo(1);
    }

    @Test
    @DisplayName("D3 after a rollback by exception the next call runs")
    void rollbackByException() throws IOException {
        TransactionalOperation<String> operation = refusing();
        IOException failure = new IOException("declined");
        assertThat(catchThrowable(() -> operation.once("k", "r", c -> {
                    pay(c, "k");
                    throw failure;
                })))
                .isSameAs(failure);
        assertThat(payments("k")).isZero();
        assertThat(operation.once("k", "r", c -> payAnd(c, "k", "second"))).isEqualTo("second");
        assertThat(payments("k")).isEqualTo(1);
    }

    @Test
    @DisplayName("D3 after a rollback by the caller the next call runs")
    void rollbackByTheCaller() throws SQLException {
        TransactionalOperation<String> operation = refusing();
        try (Connection connection = begin()) {
            operation.once(connection, "k", "r", c -> payAnd(c, "k", "first"));
            connection.rollback();
        }
        assertThat(operation.once("k", "r", c -> payAnd(c, "k", "second"))).isEqualTo("second");
        assertThat(payments("k")).isEqualTo(1);
    }

    @Test
    @DisplayName("D3 work that rolls back by itself is found out, and nothing is recorded")
    void rollbackByTheWork() {
        TransactionalOperation<String> operation = refusing();
        assertThatThrownBy(() -> operation.once("k", "r", c -> {
                    pay(c, "k");
                    c.rollback();
                    return "first";
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(operation.once("k", "r", c -> payAnd(c, "k", "second"))).isEqualTo("second");
        assertThat(payments("k")).isEqualTo(1);
    }

    @Test
    @DisplayName("D3 after a lost connection the next call runs")
    void lostConnection() {
        if (isEmbedded()) {
            return; // there is no connection to lose: a process that dies is tested elsewhere
        }
        TransactionalOperation<String> operation = refusing();
        assertThatThrownBy(() -> operation.once("k", "r", c -> {
                    pay(c, "k");
                    c.abort(Runnable::run);
                    return "first";
                }))
                .isInstanceOf(RuntimeException.class);
        assertThat(waiting().once("k", "r", c -> payAnd(c, "k", "second"))).isEqualTo("second");
        assertThat(payments("k")).isEqualTo(1);
    }

    @Test
    @DisplayName("D6 a failure that is to be replayed is stored although the business rows were rolled back")
    void failureIsReplayed() {
        TransactionalOperation<String> operation =
                store.transactional(texts().afterFailure(replayFailures()).build());
        assertThatThrownBy(() -> operation.once("k", "r", c -> {
                    pay(c, "k");
                    throw new IOException("declined");
                }))
                .isInstanceOf(IOException.class);
        assertThatThrownBy(() -> operation.once("k", "r", c -> payAnd(c, "k", "never")))
                .isInstanceOf(FailureReplayedException.class);
        assertThat(payments("k")).isZero();
    }

    @Test
    @DisplayName("D6 the same in a transaction of the caller's, who tells after the rollback")
    void failureIsReplayedInTheCallersTransaction() throws SQLException {
        TransactionalOperation<String> operation =
                store.transactional(texts().afterFailure(replayFailures()).build());
        try (Connection connection = begin()) {
            Throwable thrown = catchThrowable(() -> operation.once(connection, "k", "r", c -> {
                pay(c, "k");
                throw new IOException("declined");
            }));
            connection.rollback();
            assertThat(operation.recordFailure("k", "r", thrown)).isTrue();
        }
        assertThatThrownBy(() -> operation.once("k", "r", c -> payAnd(c, "k", "never")))
                .isInstanceOf(FailureReplayedException.class);
        assertThat(payments("k")).isZero();
    }

    @Test
    @DisplayName("A12 another request under the same key is refused")
    void mismatch() {
        TransactionalOperation<String> operation = refusing();
        operation.once("k", "one", c -> payAnd(c, "k", "receipt"));
        assertThatThrownBy(() -> operation.once("k", "two", c -> payAnd(c, "k", "never")))
                .isInstanceOf(MismatchException.class);
    }

    @Test
    @DisplayName("a result that is too large rolls everything back")
    void tooLarge() {
        TransactionalOperation<String> operation = refusing();
        assertThatThrownBy(() -> operation.once("k", "r", c -> payAnd(c, "k", "x".repeat((1 << 20) + 1))))
                .isInstanceOf(ResultTooLargeException.class);
        assertThat(payments("k")).isZero();
    }

    @Test
    @DisplayName("A13 scopes are independent")
    void scopes() {
        TransactionalOperation<String> operation = refusing();
        assertThat(operation.inScope("alice").once("k", "r", c -> payAnd(c, "alice", "for alice")))
                .isEqualTo("for alice");
        assertThat(operation.inScope("bob").once("k", "r", c -> payAnd(c, "bob", "for bob")))
                .isEqualTo("for bob");
    }

    @Test
    @DisplayName("A4 a record past its retention counts as absent")
    void retention() throws InterruptedException {
        TransactionalOperation<String> brief =
                store.transactional(texts().retention(Duration.ofMillis(50)).build());
        AtomicInteger runs = new AtomicInteger();
        brief.once("k", "r", c -> payAnd(c, "k", "run " + runs.incrementAndGet()));
        Thread.sleep(100);
        assertThat(brief.once("k", "r", c -> payAnd(c, "k", "run " + runs.incrementAndGet())))
                .isEqualTo("run 2");
    }

    @Test
    @DisplayName("a connection in auto-commit mode is refused")
    void autoCommit() throws SQLException {
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(true);
            assertThatThrownBy(() -> refusing().once(connection, "k", "r", c -> "never"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("auto-commit");
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
