package dev.semel.jdbc;

import static dev.semel.policy.Policies.replayFailures;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.semel.BoundOperation;
import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.servers.JdbcServer;
import dev.semel.servers.MariaDbServer;
import dev.semel.servers.MySqlServer;
import dev.semel.servers.PostgresServer;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("a pool that resets nothing gets its connection back unchanged")
class ConnectionStateTest {
    private static final List<Integer> LEVELS = List.of(
            Connection.TRANSACTION_READ_COMMITTED,
            Connection.TRANSACTION_REPEATABLE_READ,
            Connection.TRANSACTION_SERIALIZABLE);

    private final AtomicInteger lent = new AtomicInteger();
    private final AtomicBoolean strikes = new AtomicBoolean();
    private final AtomicBoolean aborted = new AtomicBoolean();

    @Test
    @DisplayName("PostgreSQL")
    void postgreSql() throws Exception {
        String settings = "SELECT current_setting('lock_timeout'), current_setting('search_path'),"
                + " coalesce(nullif(current_setting('semel.claims', true), ''), 'none')";
        check(PostgresServer.shared(), settings);
    }

    @Test
    @DisplayName("MariaDB")
    void mariaDb() throws Exception {
        check(MariaDbServer.shared(), "SELECT @@innodb_lock_wait_timeout, @@sql_mode, @@autocommit, @@in_transaction");
    }

    @Test
    @Tag("mysql")
    @DisplayName("MySQL")
    void mySql() throws Exception {
        check(MySqlServer.shared(), "SELECT @@innodb_lock_wait_timeout, @@sql_mode, @@autocommit");
    }

    @Test
    @DisplayName("H2")
    void h2() throws Exception {
        for (int level : LEVELS) {
            try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:state" + level)) {
                connection.setTransactionIsolation(level);
                check(connection, "CALL LOCK_TIMEOUT()");
            }
        }
    }

    @Test
    @DisplayName("SQLite")
    void sqlite() throws Exception {
        try (Connection connection = DriverManager.getConnection(
                "jdbc:sqlite:" + Pools.folder().resolve("state.db") + "?busy_timeout=1234&synchronous=FULL")) {
            check(connection, "PRAGMA busy_timeout");
        }
    }

    @Test
    @DisplayName("also if an Error strikes while a failure is being stored")
    void errorInStoring() throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:storing")) {
            IOException declined = new IOException("declined");
            assertThatThrownBy(() -> operation(connection).once("k", "r", same -> {
                        strikes.set(true);
                        throw declined;
                    }))
                    .isInstanceOf(LinkageError.class)
                    .hasSuppressedException(declined);
            assertThat(lent).hasValue(0);
            assertThat(operation(connection).once("k", "r", same -> "second")).isEqualTo("second");
        }
    }

    @Test
    @DisplayName("also if an Error strikes while a failure is being read")
    void errorInReading() throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:reading")) {
            assertThatThrownBy(() -> operation(connection).once("k", "r", same -> {
                        throw new Unreadable();
                    }))
                    .isInstanceOf(StackOverflowError.class);
            assertThat(lent).hasValue(0);
            assertThat(operation(connection).once("k", "r", same -> "second")).isEqualTo("second");
        }
    }

    @Test
    @DisplayName(
            "also if an Error strikes while a transaction is being rolled back, and the connection is not used again")
    void errorInRollback() throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:rollback")) {
            BoundOperation<String, SqlContext> operation = operation(connection);
            operation.once("k", "r", same -> "first");
            strikes.set(true);
            // A replay has nothing to commit.
            assertThatThrownBy(() -> operation.once("k", "r", same -> "second")).isInstanceOf(LinkageError.class);
            assertThat(lent).hasValue(0);
            assertThat(aborted).isTrue();
        }
    }

    /** An exception whose message needs more stack than there is. */
    private static final class Unreadable extends IOException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new StackOverflowError();
        }
    }

    /** Returns an operation in transactions on a connection whose uses are counted, and whose next rollback may end in an Error. */
    private BoundOperation<String, SqlContext> operation(Connection connection) {
        DataSource pool = Sources.of(() -> {
            lent.incrementAndGet();
            return Sources.around(connection, (method, original) -> {
                if (method.equals("abort")) {
                    aborted.set(true);
                }
                if (method.equals("close")) {
                    return lent.decrementAndGet();
                } else if (method.equals("rollback") && strikes.getAndSet(false)) {
                    throw new LinkageError("a class is missing");
                }
                return original.run();
            });
        });
        JdbcStore store = JdbcStore.builder(pool).createSchema(true).build();
        return operation(store).in(store.transactions());
    }

    private static void check(JdbcServer server, String settings) throws Exception {
        for (int level : LEVELS) {
            for (boolean on : List.of(true, false)) {
                try (Connection connection =
                        DriverManager.getConnection(server.jdbcUrl(), server.user(), server.password())) {
                    connection.setTransactionIsolation(level);
                    connection.setReadOnly(!on);
                    connection.setAutoCommit(on);
                    check(connection, settings);
                }
            }
        }
    }

    private static void check(Connection connection, String settings) throws Exception {
        List<Object> before = state(connection, settings);
        DataSource pool = Sources.careless(connection);
        JdbcStore store = JdbcStore.builder(pool).createSchema(true).build();
        assertThat(state(connection, settings)).as("after start-up").isEqualTo(before);
        useLeased(store);
        assertThat(state(connection, settings)).as("after leased calls").isEqualTo(before);
        store.purge(10);
        assertThat(state(connection, settings)).as("after a purge").isEqualTo(before);
        useTransactions(store);
        assertThat(state(connection, settings)).as("after transactions").isEqualTo(before);
    }

    private static void useLeased(JdbcStore store) {
        Operation<String> operation = operation(store);
        operation.once("k", "r", () -> "receipt");
        assertThat(operation.attempt("k", "r", context -> "never")).isInstanceOf(Outcome.Replayed.class);
        assertThat(store.size(10)).isPositive();
    }

    private static void useTransactions(JdbcStore store) throws IOException {
        Operation<String> operation = operation(store);
        operation.in(store.transactions()).once("t", "r", same -> "receipt");
        assertThat(operation.in(store.transactions()).attempt("t", "r", same -> "never"))
                .isInstanceOf(Outcome.Replayed.class);
        Throwable thrown =
                catchThrowable(() -> operation.in(store.transactions()).once("f", "r", same -> {
                    throw new IOException("declined");
                }));
        assertThat(thrown).isInstanceOf(IOException.class);
        assertThat(operation.in(store.transactions()).recordFailure("g", "r", thrown))
                .isTrue();
    }

    private static Operation<String> operation(JdbcStore store) {
        return Semel.on(store)
                .operation("state." + UUID.randomUUID().toString().substring(0, 8), Codec.text())
                .retention(Duration.ofMinutes(1))
                .afterFailure(replayFailures())
                .build();
    }

    private static List<Object> state(Connection connection, String settings) throws SQLException {
        List<Object> state = new ArrayList<>();
        state.add(connection.getAutoCommit());
        state.add(connection.isReadOnly());
        state.add(connection.getTransactionIsolation());
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(settings)) {
            found.next();
            for (int i = 1; i <= found.getMetaData().getColumnCount(); i++) {
                state.add(found.getString(i));
            }
        }
        if (!connection.getAutoCommit()) {
            connection.rollback();
        }
        return state;
    }
}
