package dev.semel.jdbc;

import static dev.semel.policy.Policies.replayFailures;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Codec;
import dev.semel.FailureReplayedException;
import dev.semel.Operation;
import dev.semel.ResultNotKeptException;
import dev.semel.Semel;
import dev.semel.StoreException;
import dev.semel.jdbc.dialect.Dialect;
import dev.semel.servers.FlakyProxy;
import dev.semel.servers.PostgresServer;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.TransactionState;

/** Tests of the last write and the commit, which travel together. */
@DisplayName("the end of a transaction on PostgreSQL")
class PostgreSqlCommitTest {
    private final HikariDataSource pool = Pools.of(PostgresServer.shared(), config -> {});
    private final JdbcStore store = JdbcStore.builder(pool).createSchema(true).build();
    private final Operation<String> operation =
            Semel.on(store).operation("commit", Codec.text()).build();
    private final String key = UUID.randomUUID().toString();

    @BeforeEach
    void createTable() throws SQLException {
        try (Connection connection = pool.getConnection()) {
            Dialect.execute(
                    connection,
                    "CREATE TABLE IF NOT EXISTS checked_late (id varchar(100) UNIQUE DEFERRABLE INITIALLY DEFERRED)");
        }
    }

    @AfterEach
    void close() {
        store.close();
        pool.close();
    }

    private static String insert(Connection connection, String id, int times) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO checked_late (id) VALUES (?)")) {
            for (int i = 0; i < times; i++) {
                insert.setString(1, id);
                insert.executeUpdate();
            }
        }
        return "inserted";
    }

    private long rows() throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement count =
                        connection.prepareStatement("SELECT count(*) FROM checked_late WHERE id = ?")) {
            count.setString(1, key);
            try (ResultSet found = count.executeQuery()) {
                found.next();
                return found.getLong(1);
            }
        }
    }

    @Test
    @DisplayName("D3 a violation that only the commit detects is reported, leaves nothing, and the next call runs")
    void refusedByTheCommit() throws SQLException {
        assertThatThrownBy(() ->
                        operation.in(store.transactions()).once(key, "r", tx -> insert(tx.connection(), key, 2)))
                .isInstanceOf(StoreException.class);
        assertThat(rows()).isZero();
        assertThat(operation.in(store.transactions()).once(key, "r", tx -> insert(tx.connection(), key, 1)))
                .isEqualTo("inserted");
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    @DisplayName("D3 a commit that fails like a refused record is not mistaken for one")
    void refusedByTheCommitLikeARecord() throws SQLException {
        String table = "late_" + key.substring(0, 8);
        try (Connection connection = pool.getConnection()) {
            Dialect.execute(connection, "CREATE TABLE " + table + " (id varchar(100))");
            Dialect.execute(
                    connection,
                    "CREATE FUNCTION " + table + "() RETURNS trigger LANGUAGE plpgsql AS"
                            + " $$ BEGIN RAISE EXCEPTION 'late' USING ERRCODE = 'not_null_violation'; END $$");
            Dialect.execute(
                    connection,
                    "CREATE CONSTRAINT TRIGGER late AFTER INSERT ON " + table
                            + " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION " + table + "()");
        }
        assertThatThrownBy(() -> operation.in(store.transactions()).once(key, "r", tx -> {
                    Dialect.execute(tx.connection(), "INSERT INTO " + table + " (id) VALUES ('late')");
                    return "never";
                }))
                .isInstanceOf(StoreException.class)
                .hasRootCauseMessage("ERROR: late\n  Where: PL/pgSQL function " + table + "() line 1 at RAISE");
        assertThat(operation.in(store.transactions()).once(key, "r", connection -> "runs"))
                .isEqualTo("runs");
    }

    @Test
    @DisplayName("D7 if the work has committed, nothing more is committed and it does not run again")
    void committedByTheWork() throws SQLException {
        assertThatThrownBy(() -> operation.in(store.transactions()).once(key, "r", tx -> {
                    insert(tx.connection(), key, 1);
                    tx.connection().commit();
                    return insert(tx.connection(), key + " after", 1);
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("is gone");
        assertThat(rows()).isEqualTo(1);
        assertThatThrownBy(() -> operation.in(store.transactions()).attempt(key, "r", connection -> "ran"))
                .isInstanceOf(ResultNotKeptException.class);
    }

    @Test
    @DisplayName("the connection is returned unchanged, without an open transaction")
    void connectionIsClean() throws SQLException {
        operation.in(store.transactions()).once(key, "r", tx -> insert(tx.connection(), key, 1));
        try (Connection connection = pool.getConnection()) {
            assertThat(connection.getAutoCommit()).isTrue();
            assertThat(connection.unwrap(BaseConnection.class).getTransactionState())
                    .isEqualTo(TransactionState.IDLE);
        }
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    @DisplayName("D6 a failure whose commit had no reply is found, and its caller gets it like all others")
    void lostReplyToTheCommitOfAFailure() {
        try (FlakyProxy proxy = FlakyProxy.to(PostgresServer.shared());
                HikariDataSource flaky = Pools.of(PostgresServer.shared().jdbcUrl(proxy), config -> {
                    config.setUsername(PostgresServer.shared().user());
                    config.setMaximumPoolSize(4);
                })) {
            JdbcStore behind = JdbcStore.builder(flaky).build();
            Operation<String> failing = Semel.on(behind)
                    .operation("commit.failing", Codec.text())
                    .afterFailure(replayFailures())
                    .build();
            IOException declined = new IOException("declined");
            assertThat(catchThrowable(() -> failing.in(behind.transactions()).once(key, "r", connection -> {
                        proxy.loseReplyTo("COMMIT");
                        throw declined;
                    })))
                    .isSameAs(declined);
            assertThat(proxy.cuts()).isEqualTo(1);
            assertThatThrownBy(() -> failing.in(behind.transactions()).once(key, "r", connection -> "never"))
                    .isInstanceOf(FailureReplayedException.class);
        }
    }
}
