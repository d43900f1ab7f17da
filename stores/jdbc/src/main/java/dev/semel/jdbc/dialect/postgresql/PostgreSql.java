package dev.semel.jdbc.dialect.postgresql;

import dev.semel.Fingerprint;
import dev.semel.jdbc.dialect.Dialect;
import dev.semel.jdbc.dialect.OwnerWriteSql;
import dev.semel.jdbc.dialect.RecordLock;
import dev.semel.jdbc.dialect.SingleWrites;
import dev.semel.jdbc.dialect.postgresql.PostgreSqlClaims.Way;
import dev.semel.jdbc.record.Answers;
import dev.semel.jdbc.record.Call;
import dev.semel.jdbc.record.ClaimCall;
import dev.semel.jdbc.record.WriteCall;
import dev.semel.jdbc.sql.Purge;
import dev.semel.jdbc.sql.SqlFailures;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * PostgreSQL 13 and newer. One statement claims any number of rows, another applies owners' writes. If a batch has both, they travel in one
 * round trip, which is one transaction.
 *
 * <p>The condition that is always true makes the planner expect few rows and use the primary key. Otherwise, a cached plan from the time
 * when the table was small would keep reading all of it.
 */
public final class PostgreSql extends Dialect {
    private static final String MOMENT = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint";

    /** As a subquery the time is evaluated once for a statement, and can be used to search an index. */
    private static final String NOW = "(SELECT " + MOMENT + ")";

    private static final String LOCK_NOT_AVAILABLE = "55P03";

    private final PostgreSqlSettings settings = new PostgreSqlSettings(this);
    private final SingleWrites single;
    private final PostgreSqlClaims claims;
    private final String waitBriefly;
    private final String probe;
    private final String writes;
    private final Purge purge;

    /** Composes the statements for a table. */
    public PostgreSql(String table) {
        super("postgresql", table, NOW);
        this.single = new SingleWrites(this);
        this.claims = new PostgreSqlClaims(this, MOMENT);
        this.waitBriefly = named("wait briefly", "SELECT set_config('lock_timeout', '1000', true)");
        this.probe = named(
                "probe",
                "SELECT pg_try_advisory_xact_lock_shared(?), (SELECT true FROM (SELECT 1 FROM " + table
                        + " WHERE digest = ? FOR SHARE NOWAIT) r)");
        this.writes = named(
                "write: together",
                "UPDATE " + table + " c SET " + OwnerWriteSql.assignments("", "m.at")
                        + " FROM (SELECT * FROM unnest(?::bytea[], ?::bigint[], ?::bytea[], ?::smallint[], ?::bigint[],"
                        + " ?::bigint[], ?::text[], ?::bytea[], ?::integer[]) AS u (digest, epoch, nonce, kind, lease, keep, media_type,"
                        + " result, checksum)"
                        + " WHERE u.kind = u.kind + 0) w,"
                        + " (SELECT " + MOMENT + " AS at) m"
                        + " WHERE " + OwnerWriteSql.TOKEN + " AND " + OwnerWriteSql.APPLIES
                        + " RETURNING c.digest");
        this.purge = purge("purge", table, "expires_at", now());
    }

    @Override
    public Answers apply(Connection connection, List<ClaimCall> asked, List<WriteCall> owners) throws SQLException {
        Answers answers = new Answers();
        if (asked.isEmpty() && owners.size() == 1 && owners.get(0).kind().isSettlement()) {
            single.apply(connection, owners, answers);
            return answers;
        }
        Way way = claims.best(asked);
        String sql = asked.isEmpty() ? "" : claims.sql(way, asked.size());
        String both = owners.isEmpty() ? sql : asked.isEmpty() ? writes : sql + ";" + writes;
        boolean locks = way != Way.LOOK || !owners.isEmpty();
        try (PreparedStatement statement = locks ? prepare(connection, both) : connection.prepareStatement(both)) {
            int index = asked.isEmpty() ? 0 : claims.bind(way, statement, asked);
            if (!owners.isEmpty()) {
                bindWrites(statement, index, owners);
            }
            statement.execute();
            confirm(statement);
            if (locks) {
                statement.getMoreResults();
            }
            if (!asked.isEmpty()) {
                readClaims(statement, way, asked, answers);
            }
            if (!owners.isEmpty()) {
                readApplied(statement, answers);
            }
            return answers;
        }
    }

    /** Claims in the caller's transaction, without changing its settings, by one statement that leaves nothing open. */
    Answers decide(Connection connection, ClaimCall claim) throws SQLException {
        List<ClaimCall> alone = List.of(claim);
        try (PreparedStatement statement = connection.prepareStatement(claims.sql(Way.DECIDE, 1))) {
            claims.bind(Way.DECIDE, statement, alone);
            statement.execute();
            Answers answers = new Answers();
            readClaims(statement, Way.DECIDE, alone, answers);
            return answers;
        }
    }

    /** Prepares a statement whose first result has to be skipped. */
    @Override
    public PreparedStatement prepare(Connection connection, String sql) throws SQLException {
        return connection.prepareStatement(waitBriefly + ";" + sql);
    }

    @Override
    public int executeUpdate(PreparedStatement prepared) throws SQLException {
        prepared.execute();
        confirm(prepared);
        prepared.getMoreResults();
        return prepared.getUpdateCount();
    }

    @Override
    public ResultSet queryPrepared(PreparedStatement prepared) throws SQLException {
        prepared.execute();
        confirm(prepared);
        prepared.getMoreResults();
        return prepared.getResultSet();
    }

    @Override
    public void inspect(Connection connection) throws SQLException {
        settings.inspect(connection);
    }

    /**
     * Checks for the warning that the wait for the standby was cancelled. The commit has then reached this server, and perhaps no other.
     */
    @Override
    public void confirm(Statement committed) throws SQLException {
        confirm(committed.getWarnings());
    }

    /** Checks for the same warning. The driver keeps what a commit reports with the connection, until it is closed. */
    @Override
    public void confirm(Connection committed) throws SQLException {
        confirm(committed.getWarnings());
    }

    @Override
    public void willCommit(Connection connection) throws SQLException {
        connection.clearWarnings();
    }

    private void confirm(@Nullable SQLWarning first) throws SQLException {
        for (SQLWarning each = first; each != null; each = each.getNextWarning()) {
            if (settings.isOfStandby(each)) {
                throw unconfirmed(
                        "the wait for a synchronous standby was cancelled, so that the commit may be lost in a failover",
                        each);
            }
        }
    }

    /** Locks the row. A lock is a write, whose commit waits for the standby like that of the row. */
    @Override
    public String confirming() {
        return " FOR KEY SHARE";
    }

    private void readClaims(PreparedStatement statement, Way way, List<ClaimCall> asked, Answers answers)
            throws SQLException {
        try (ResultSet found = statement.getResultSet()) {
            claims.read(way, found, asked, answers);
        }
        statement.getMoreResults();
    }

    private static void readApplied(PreparedStatement statement, Answers answers) throws SQLException {
        try (ResultSet found = statement.getResultSet()) {
            while (found.next()) {
                answers.applied(Fingerprint.fromBytes(found.getBytes(1)));
            }
        }
    }

    private static void bindWrites(PreparedStatement to, int last, List<WriteCall> owners) throws SQLException {
        array(to, last + 1, "bytea", owners, Call::key, byte[][]::new);
        array(to, last + 2, "int8", owners, write -> write.token().epoch(), Long[]::new);
        array(to, last + 3, "bytea", owners, WriteCall::nonce, byte[][]::new);
        array(to, last + 4, "int2", owners, write -> (short) write.kind().code(), Short[]::new);
        array(to, last + 5, "int8", owners, WriteCall::lease, Long[]::new);
        array(to, last + 6, "int8", owners, WriteCall::keep, Long[]::new);
        array(to, last + 7, "text", owners, WriteCall::mediaType, String[]::new);
        array(to, last + 8, "bytea", owners, WriteCall::bytes, byte[][]::new);
        array(to, last + 9, "int4", owners, WriteCall::checksum, Integer[]::new);
    }

    static <C, V extends @Nullable Object> void array(
            PreparedStatement to, int index, String type, List<C> calls, Function<C, V> column, IntFunction<V[]> make)
            throws SQLException {
        V[] values = calls.stream().map(column).toArray(make);
        to.setArray(index, to.getConnection().createArrayOf(type, values));
    }

    /** Returns two, so that one batch is composed and read while the server executes the other. */
    @Override
    public int bestLanes() {
        return 2;
    }

    @Override
    public RecordLock recordLock() {
        return new PostgreSqlLock(this);
    }

    @Override
    public int purge(Connection connection, int limit) throws SQLException {
        return purge.run(connection, limit);
    }

    @Override
    public Purge purge(String name, String from, String column, String now) {
        return Purge.by(named(
                name,
                "DELETE FROM " + from + " WHERE digest = ANY (ARRAY(SELECT digest FROM " + from + " WHERE " + column
                        + " <= " + now + " ORDER BY " + column + " LIMIT ? FOR UPDATE SKIP LOCKED))"));
    }

    /** Recognises deadlocks and serialization failures. */
    @Override
    public boolean isPassing(SQLException failure) {
        return SqlFailures.hasState(failure, "40P01", "40001");
    }

    @Override
    public boolean isHeld(SQLException failure) {
        return SqlFailures.hasState(failure, LOCK_NOT_AVAILABLE);
    }

    /** Checks the row's lock and the advisory lock. An uncommitted row is not visible, but its transaction holds the advisory lock. */
    @Override
    public void probe(Connection connection, byte[] key) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(probe)) {
            select.setLong(1, PostgreSqlLock.lockOf(key));
            select.setBytes(2, key);
            try (ResultSet found = select.executeQuery()) {
                found.next();
                if (!found.getBoolean(1)) {
                    throw new SQLException("another transaction has the record", LOCK_NOT_AVAILABLE);
                }
            }
        }
    }

    /** Recognises a missing table, column or schema. */
    @Override
    public boolean isMissing(SQLException failure) {
        return SqlFailures.hasState(failure, "42P01", "42703", "3F000");
    }
}
