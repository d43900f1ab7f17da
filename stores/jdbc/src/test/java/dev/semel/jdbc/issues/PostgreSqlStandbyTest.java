package dev.semel.jdbc.issues;

import static dev.semel.policy.Policies.replayFailures;
import static dev.semel.policy.Policies.runUnprotected;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.BoundOperation;
import dev.semel.Codec;
import dev.semel.Fingerprint;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.StoreException;
import dev.semel.counter.Counter;
import dev.semel.counter.Counters;
import dev.semel.counter.Window;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.Pools;
import dev.semel.jdbc.SqlContext;
import dev.semel.jdbc.SqlTransaction;
import dev.semel.jdbc.counter.JdbcCounterStore;
import dev.semel.servers.PostgresServer;
import dev.semel.session.Sessions;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.Nonce;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.Result;
import dev.semel.store.Token;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The server waits at every commit for a standby that does not exist. */
@DisplayName("a commit on PostgreSQL that no synchronous standby has confirmed")
class PostgreSqlStandbyTest {
    private static final Duration LONG = Duration.ofMinutes(5);
    private static PostgresServer server;

    private final HikariDataSource pool = Pools.of(server, config -> {});
    private final JdbcStore store = JdbcStore.builder(pool).createSchema(true).build();
    private final Counter counter = Counters.on(
                    JdbcCounterStore.builder(pool).createSchema(true).build())
            .counter("standby", Window.day(ZoneOffset.UTC))
            .build();
    private final RecordId id = new RecordId("standby", "", UUID.randomUUID().toString());

    @BeforeAll
    static void startServer() {
        server = PostgresServer.start();
    }

    @BeforeEach
    void waitForStandby() throws SQLException {
        execute("CREATE TABLE IF NOT EXISTS probe (x int)");
        execute("ALTER SYSTEM SET synchronous_standby_names = 'none_such'");
        execute("SELECT pg_reload_conf()");
        AtomicBoolean waits = new AtomicBoolean();
        CompletableFuture<?> probe = CompletableFuture.runAsync(() -> {
            while (!waits.get()) {
                assertThat(catchThrowable(() -> execute("INSERT INTO probe VALUES (1)")))
                        .isNull();
            }
        });
        awaitWaiting();
        waits.set(true);
        cancel();
        probe.join();
    }

    @AfterEach
    void close() throws SQLException {
        goOn();
        store.close();
        pool.close();
    }

    @AfterAll
    static void stopServer() {
        if (server != null) {
            server.close();
        }
    }

    private void goOn() throws SQLException {
        execute("ALTER SYSTEM RESET synchronous_standby_names");
        execute("SELECT pg_reload_conf()");
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private int waiting() {
        String sql = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(sql)) {
            found.next();
            return found.getInt(1);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private void awaitWaiting() {
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (waiting() == 0) {
            assertThat(System.nanoTime()).as("no commit waits").isLessThan(deadline);
        }
    }

    /** Cancels the waits, as an administrator or a driver's time-out does. */
    private void cancel() throws SQLException {
        while (waiting() > 0) {
            execute("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
        }
    }

    /** Ends the sessions that wait, as an administrator or a network that cuts idle connections does. Their commits have taken place. */
    private void cutOff() throws SQLException {
        execute("SELECT pg_terminate_backend(pid, 30000) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
    }

    private <R> CompletableFuture<R> start(Supplier<R> call) {
        CompletableFuture<R> running = CompletableFuture.supplyAsync(call);
        awaitWaiting();
        return running;
    }

    private static Throwable failureOf(CompletableFuture<?> call) {
        Throwable thrown = catchThrowable(() -> call.get(30, TimeUnit.SECONDS));
        return thrown == null ? null : thrown.getCause();
    }

    @Test
    @DisplayName("acknowledges no count, however long it takes")
    void count() throws Exception {
        CompletableFuture<Object> adding = start(() -> counter.add("k", 1));
        assertThat(catchThrowable(() -> adding.get(8, TimeUnit.SECONDS))).isInstanceOf(TimeoutException.class);
        cancel();
        assertThat(failureOf(adding)).isInstanceOf(StoreException.class);
    }

    @Test
    @DisplayName("acknowledges no count under a key until the standby has it")
    void countOnce() throws Exception {
        CompletableFuture<Object> adding = start(() -> counter.addOnce("k", 1, id.key()));
        cancel();
        awaitWaiting();
        assertThat(adding).as("sent again, and waiting again").isNotDone();
        goOn();
        assertThat(adding.get(30, TimeUnit.SECONDS)).isNotNull();
    }

    @Test
    @DisplayName("acknowledges no claim and no settlement until the standby has them")
    void record() throws Exception {
        Nonce nonce = new Nonce(1, 2);
        ClaimRequest request = new ClaimRequest(
                id, Fingerprint.ofParts("r"), () -> nonce, new LeaseTerms(Duration.ofMinutes(5), LONG), true);
        CompletableFuture<ClaimResult> claiming = start(() -> store.claim(request));
        cancel();
        assertThat(failureOf(claiming)).isInstanceOf(StoreException.class);
        Supplier<OwnerWrite> settle =
                () -> store.settle(id, new Token(1, nonce), Result.value("text/plain", new byte[] {1}), LONG);
        CompletableFuture<OwnerWrite> settling = start(settle);
        cancel();
        assertThat(failureOf(settling)).isInstanceOf(StoreException.class);
        CompletableFuture<OwnerWrite> again = start(settle);
        assertThat(again).isNotDone();
        goOn();
        assertThat(again.get(30, TimeUnit.SECONDS)).isEqualTo(OwnerWrite.APPLIED);
    }

    @Test
    @DisplayName("acknowledges no transaction")
    void transaction() throws Exception {
        Operation<String> operation =
                Semel.on(store).operation("standby.own", Codec.text()).build();
        CompletableFuture<String> running =
                start(() -> operation.in(store.transactions()).once(id.key(), "r", same -> "receipt"));
        cancel();
        assertThat(failureOf(running)).isInstanceOf(StoreException.class);
    }

    private BoundOperation<String, SqlContext> operation(Sessions<SqlContext> sessions) {
        return Semel.on(store)
                .operation("standby.lost", Codec.text())
                .withoutKey(runUnprotected())
                .afterFailure(replayFailures())
                .build()
                .in(sessions);
    }

    @Test
    @DisplayName("acknowledges a transaction whose connection was lost only when the standby has it")
    void lostTransaction() throws Exception {
        CompletableFuture<String> running =
                start(() -> operation(store.transactions()).once(id.key(), "r", same -> "receipt"));
        cutOff();
        awaitWaiting();
        assertThat(running).as("looked up, and waiting again").isNotDone();
        goOn();
        assertThat(running.get(30, TimeUnit.SECONDS)).isEqualTo("receipt");
    }

    @Test
    @DisplayName("acknowledges no transaction that a framework commits")
    void managedTransaction() throws Exception {
        CompletableFuture<String> running = start(
                () -> operation(store.transactions(() -> new Managed(pool))).once(id.key(), "r", same -> "receipt"));
        cancel();
        assertThat(failureOf(running)).isInstanceOf(StoreException.class).hasMessageContaining("call again");
    }

    @Test
    @DisplayName("acknowledges no transaction of a call without a key")
    void withoutKey() throws Exception {
        for (Sessions<SqlContext> each : List.of(store.transactions(), store.transactions(() -> new Managed(pool)))) {
            CompletableFuture<String> running = start(() -> operation(each).once(null, "r", this::insert));
            cancel();
            assertThat(failureOf(running)).isInstanceOf(StoreException.class);
        }
    }

    private String insert(SqlContext same) {
        try (Statement insert = same.connection().createStatement()) {
            insert.execute("INSERT INTO probe VALUES (2)");
            return "receipt";
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    @DisplayName("acknowledges no failure that is stored after a rollback, until a call is confirmed")
    void failure() throws Exception {
        BoundOperation<String, SqlContext> operation = operation(store.transactions());
        Supplier<Boolean> recording =
                () -> operation.recordFailure(id.key(), "r", new IllegalArgumentException("declined"));
        CompletableFuture<Boolean> first = start(recording);
        cancel();
        assertThat(failureOf(first)).isInstanceOf(StoreException.class);
        CompletableFuture<Boolean> second = start(recording);
        assertThat(second).isNotDone();
        goOn();
        assertThat(second.get(30, TimeUnit.SECONDS)).isTrue();
    }

    /** A transaction of a framework that runs tasks after the commit, before it returns the connection. */
    private static final class Managed implements SqlTransaction {
        private final DataSource pool;
        private final List<Runnable> tasks = new ArrayList<>();
        private @Nullable Connection connection;

        Managed(DataSource pool) {
            this.pool = pool;
        }

        @Override
        public Connection begin() {
            try {
                connection = pool.getConnection();
                connection.setAutoCommit(false);
                return connection;
            } catch (SQLException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public boolean isNew() {
            return true;
        }

        @Override
        public boolean commitsAfter(Throwable thrown) {
            return false;
        }

        @Override
        public void commit() {
            try (Connection ended = connection) {
                ended.commit();
                tasks.forEach(Runnable::run);
            } catch (SQLException e) {
                throw new StoreException("not committed", e);
            }
        }

        @Override
        public void rollBack(@Nullable Throwable why) {
            try (Connection ended = connection) {
                ended.rollback();
            } catch (SQLException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public void afterCommit(Runnable task) {
            tasks.add(task);
        }
    }
}
