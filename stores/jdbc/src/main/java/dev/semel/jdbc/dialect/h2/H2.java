package dev.semel.jdbc.dialect.h2;

import dev.semel.jdbc.dialect.Embedded;
import dev.semel.jdbc.dialect.RecordLock;
import dev.semel.jdbc.dialect.RowNames;
import dev.semel.jdbc.dialect.Upsert;
import dev.semel.jdbc.record.Answers;
import dev.semel.jdbc.record.ClaimCall;
import dev.semel.jdbc.record.Row;
import dev.semel.jdbc.record.WriteCall;
import dev.semel.jdbc.sql.Purge;
import dev.semel.jdbc.sql.SqlFailures;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** H2 2.2 and newer, for tests of applications. H2 never syncs its file, so a power cut may lose acknowledged results. */
public final class H2 extends Embedded {
    static final int DUPLICATE_KEY = 23505;
    static final int LOCK_TIMEOUT = 50200;
    private static final int DEADLOCK = 40001;
    static final int CHANGED_BY_ANOTHER = 90131;
    private static final int NO_TABLE = 42102;
    private static final int NO_TABLE_CANDIDATES = 42103;
    private static final int NO_TABLE_EMPTY = 42104;
    private static final int NO_COLUMN = 42122;

    private static final String NOW = "CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(6)) * 1000000 AS bigint)";

    private final String lock;
    private final String merge;
    private final Purge purge;

    /** Composes the statements for a table. */
    public H2(String table) {
        super("h2", table, NOW);
        Upsert upsert = new Upsert(RowNames.of("c", "n"));
        this.lock = named("claim: lock", "SELECT state FROM " + table + " WHERE digest = ? FOR UPDATE");
        this.merge = named(
                "claim: decide",
                "MERGE INTO " + table + " c USING (SELECT CAST(? AS binary(32)) AS digest, CAST(? AS varchar) AS"
                        + " operation, CAST(? AS varchar) AS scope, CAST(? AS varchar) AS record_key, "
                        + Row.FORMAT + " AS format, " + Row.IN_PROGRESS + " AS state,"
                        + " 1 AS attempt, 1 AS epoch, CAST(? AS binary(16)) AS nonce, CAST(? AS int) AS claimed_as,"
                        + " CAST(? AS binary(32)) AS fingerprint, " + now() + " AS created_at, " + now()
                        + " + CAST(? AS bigint) AS lease_end, " + now() + " + CAST(? AS bigint) AS expires_at) n"
                        + " ON c.digest = n.digest WHEN MATCHED AND (" + upsert.gives() + ") THEN UPDATE SET "
                        + upsert.claimed() + " WHEN NOT MATCHED THEN INSERT (" + Upsert.INSERTED + ") VALUES ("
                        + upsert.incoming() + ")");
        this.purge = purge("purge", table, "expires_at", now());
    }

    @Override
    public Answers apply(Connection connection, List<ClaimCall> claims, List<WriteCall> writes) throws SQLException {
        connection.setAutoCommit(false);
        try {
            Answers answers = new Answers();
            for (ClaimCall claim : claims) {
                apply(connection, claim, answers);
            }
            applyWrites(connection, writes, answers);
            connection.commit();
            if (!claims.isEmpty()) {
                replays().note(claims, answers);
            }
            return answers;
        } catch (SQLException | RuntimeException | Error e) {
            connection.rollback();
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    void apply(Connection connection, ClaimCall claim, Answers answers) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(lock)) {
            select.setBytes(1, claim.key());
            select.executeQuery().close();
        }
        try (PreparedStatement write = connection.prepareStatement(merge)) {
            Upsert.bind(write, 0, claim);
            boolean written = write.executeUpdate() > 0;
            look(connection, List.of(claim.key())).forEach(written ? answers::afterWrite : answers::found);
        }
    }

    @Override
    public RecordLock recordLock() {
        return new H2Lock(this);
    }

    @Override
    public int purge(Connection connection, int limit) throws SQLException {
        return purge.run(connection, limit);
    }

    @Override
    public Purge purge(String name, String from, String column, String now) {
        boolean parameter = now.equals("?");
        String over = column + " <= " + (parameter ? "?1" : now);
        return Purge.by(named(
                name,
                "DELETE FROM " + from + " WHERE digest IN (SELECT digest FROM " + from + " WHERE " + over + " LIMIT "
                        + (parameter ? "?2" : "?") + " FOR UPDATE SKIP LOCKED) AND " + over));
    }

    @Override
    public boolean isPassing(SQLException failure) {
        return SqlFailures.hasCode(failure, DUPLICATE_KEY, DEADLOCK, CHANGED_BY_ANOTHER);
    }

    @Override
    public boolean isHeld(SQLException failure) {
        return SqlFailures.hasCode(failure, LOCK_TIMEOUT);
    }

    @Override
    public boolean isMissing(SQLException failure) {
        return SqlFailures.hasCode(failure, NO_TABLE, NO_TABLE_CANDIDATES, NO_TABLE_EMPTY, NO_COLUMN);
    }
}
