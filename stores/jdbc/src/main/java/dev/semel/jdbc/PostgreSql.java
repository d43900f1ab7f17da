package dev.semel.jdbc;

import dev.semel.Fingerprint;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * PostgreSQL 13 and newer. Claims are one statement for any number of rows, owners' writes another; if there are both they go out together,
 * in one round trip that is one transaction.
 *
 * <p>The statement for claims sees the table as it was when the statement began. What it sees there may answer a claim, since it was so at an
 * instant within the call; then nothing is written and nothing is locked. What has to be written is decided anew under the row's lock. If
 * that was not let through, the row has changed since: what the statement saw may be out of date, and the caller sends the claim again.
 *
 * <p>The conditions that are always true make the planner expect few rows, so that it goes by the primary key. A plan that was made while the
 * table was small, and is kept, would otherwise read all of it for ever after. For claims they also make it expect as many from any array, so
 * that it keeps a plan at all instead of making one for each call.
 */
final class PostgreSql extends Dialect {
    private static final String MOMENT = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint";
    private static final String WAIT_BRIEFLY = "SELECT set_config('lock_timeout', '1000', true);";
    private static final String LOCK_NOT_AVAILABLE = "55P03";
    private static final String TOKEN = "c.digest = w.digest AND c.epoch = w.epoch AND c.nonce = w.nonce";

    private final String claims;
    private final String writes;
    private final String purge;

    PostgreSql(String table) {
        super("postgresql", table);
        this.claims = "WITH moment AS MATERIALIZED (SELECT " + MOMENT + " AS at),"
                + " asked AS MATERIALIZED (SELECT q.digest, q.operation, q.scope, q.record_key, q.nonce, q.claimed_as,"
                + " q.fingerprint, m.at AS created_at, m.at + q.lease AS lease_end, m.at + q.keep AS expires_at"
                + " FROM unnest(?::bytea[], ?::text[], ?::text[], ?::text[], ?::bytea[], ?::smallint[], ?::bytea[],"
                + " ?::bigint[], ?::bigint[])"
                + " AS q (digest, operation, scope, record_key, nonce, claimed_as, fingerprint, lease, keep)"
                + " CROSS JOIN moment m WHERE q.claimed_as = q.claimed_as + 0),"
                + " seen AS MATERIALIZED (SELECT c.* FROM asked n CROSS JOIN LATERAL (SELECT " + Row.COLUMNS + " FROM "
                + table + " r WHERE r.digest = n.digest LIMIT 1) c),"
                + " written AS (INSERT INTO " + table + " AS c (" + Upsert.INSERTED + ")"
                + " SELECT n.digest, n.operation, n.scope, n.record_key, 1, 1, 1, 1, n.nonce, n.claimed_as,"
                + " n.fingerprint, n.created_at, n.lease_end, n.expires_at"
                + " FROM asked n LEFT JOIN seen c ON c.digest = n.digest"
                + " WHERE c.digest IS NULL OR (" + Upsert.gives("n") + ") ORDER BY n.digest"
                + " ON CONFLICT (digest) DO UPDATE SET " + Upsert.assignments("excluded") + " WHERE "
                + Upsert.gives("excluded") + " RETURNING " + Row.COLUMNS + ")"
                + " SELECT w.*, m.at, true FROM written w CROSS JOIN moment m"
                + " UNION ALL SELECT s.*, m.at, false FROM seen s CROSS JOIN moment m"
                + " WHERE NOT EXISTS (SELECT 1 FROM written w WHERE w.digest = s.digest)";
        this.writes = "UPDATE " + table + " c SET"
                + " lease_end = CASE WHEN w.kind = 1 THEN m.at + w.lease"
                + " WHEN w.kind = 5 THEN least(c.lease_end, m.at) ELSE c.lease_end END,"
                + " expires_at = CASE WHEN w.kind = 5 OR c.state <> 1 THEN c.expires_at ELSE m.at + w.keep END,"
                + " media_type = CASE WHEN c.state = 1 THEN w.media_type ELSE c.media_type END,"
                + " result = CASE WHEN c.state = 1 THEN w.result ELSE c.result END,"
                + " state = CASE WHEN c.state <> 1 THEN c.state WHEN w.kind = 5 THEN 1 ELSE w.kind END"
                + " FROM (SELECT * FROM unnest(?::bytea[], ?::bigint[], ?::bytea[], ?::smallint[], ?::bigint[],"
                + " ?::bigint[], ?::text[], ?::bytea[]) AS u (digest, epoch, nonce, kind, lease, keep, media_type, result)"
                + " WHERE u.kind = u.kind + 0) w,"
                + " (SELECT " + MOMENT + " AS at) m"
                + " WHERE " + TOKEN
                + " AND (c.state = 1 OR c.state = w.kind OR (c.state IN (3, 4) AND w.kind IN (3, 4)))"
                + " RETURNING c.digest";
        this.purge = "DELETE FROM " + table + " WHERE digest = ANY (ARRAY(SELECT digest FROM " + table
                + " WHERE expires_at <= " + now() + " ORDER BY expires_at LIMIT ? FOR UPDATE SKIP LOCKED))";
    }

    /** As a query of its own it is asked once for a statement, and an index can be searched by it. */
    @Override
    String now() {
        return "(SELECT " + MOMENT + ")";
    }

    /** One claim in a transaction of the caller's, whose settings are the caller's. */
    Answers applyWithin(Connection connection, ClaimCall claim) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(claims)) {
            bindClaims(statement, List.of(claim));
            statement.execute();
            Answers answers = new Answers();
            readRows(statement, answers);
            return answers;
        }
    }

    @Override
    Answers apply(Connection connection, List<ClaimCall> asked, List<WriteCall> owners) throws SQLException {
        String sql = WAIT_BRIEFLY + (asked.isEmpty() ? writes : owners.isEmpty() ? claims : claims + ";" + writes);
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            int index = asked.isEmpty() ? 0 : bindClaims(statement, asked);
            if (!owners.isEmpty()) {
                bindWrites(statement, index, owners);
            }
            statement.execute();
            statement.getMoreResults();
            Answers answers = new Answers();
            if (!asked.isEmpty()) {
                readRows(statement, answers);
                statement.getMoreResults();
            }
            if (!owners.isEmpty()) {
                readApplied(statement, answers);
            }
            return answers;
        }
    }

    private static void readRows(PreparedStatement statement, Answers answers) throws SQLException {
        try (ResultSet found = statement.getResultSet()) {
            while (found.next()) {
                Row row = Row.read(found);
                if (found.getBoolean(15)) {
                    answers.afterWrite(row);
                } else {
                    answers.found(row);
                }
            }
        }
    }

    private static void readApplied(PreparedStatement statement, Answers answers) throws SQLException {
        try (ResultSet found = statement.getResultSet()) {
            while (found.next()) {
                answers.applied(Fingerprint.fromBytes(found.getBytes(1)));
            }
        }
    }

    private static int bindClaims(PreparedStatement to, List<ClaimCall> asked) throws SQLException {
        array(to, 1, "bytea", asked, Call::key, byte[][]::new);
        array(to, 2, "text", asked, claim -> claim.id().operation(), String[]::new);
        array(to, 3, "text", asked, claim -> claim.id().scope(), String[]::new);
        array(to, 4, "text", asked, claim -> claim.id().key(), String[]::new);
        array(to, 5, "bytea", asked, ClaimCall::nonce, byte[][]::new);
        array(to, 6, "int2", asked, claim -> (short) claim.claimedAs(), Short[]::new);
        array(to, 7, "bytea", asked, claim -> claim.request().fingerprint().bytes(), byte[][]::new);
        array(to, 8, "int8", asked, ClaimCall::lease, Long[]::new);
        array(to, 9, "int8", asked, ClaimCall::keep, Long[]::new);
        return 9;
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
    }

    private static <C, V extends @Nullable Object> void array(
            PreparedStatement to, int index, String type, List<C> calls, Function<C, V> column, IntFunction<V[]> make)
            throws SQLException {
        V[] values = calls.stream().map(column).toArray(make);
        to.setArray(index, to.getConnection().createArrayOf(type, values));
    }

    @Override
    Guard guard() {
        return new PostgreSqlGuard(this);
    }

    @Override
    int purge(Connection connection, int limit) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement(purge)) {
            delete.setInt(1, limit);
            return delete.executeUpdate();
        }
    }

    /** Deadlock or serialization failure. */
    @Override
    boolean isPassing(SQLException failure) {
        return hasState(failure, "40P01", "40001");
    }

    @Override
    boolean isHeld(SQLException failure) {
        return hasState(failure, LOCK_NOT_AVAILABLE);
    }

    /** A row that was not committed can't be seen, but whoever has written it in a transaction of the caller's has this lock. */
    @Override
    void probe(Connection connection, byte[] key) throws SQLException {
        String sql = "SELECT pg_try_advisory_xact_lock_shared(?), (SELECT true FROM (SELECT 1 FROM " + table()
                + " WHERE digest = ? FOR SHARE NOWAIT) r)";
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setLong(1, PostgreSqlGuard.lockOf(key));
            select.setBytes(2, key);
            try (ResultSet found = select.executeQuery()) {
                found.next();
                if (!found.getBoolean(1)) {
                    throw new SQLException("another transaction has the record", LOCK_NOT_AVAILABLE);
                }
            }
        }
    }

    /** No such table, column or schema. */
    @Override
    boolean isMissing(SQLException failure) {
        return hasState(failure, "42P01", "42703", "3F000");
    }
}
