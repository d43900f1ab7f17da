package dev.semel.jdbc.dialect.sqlite;

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
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * SQLite 3.42 and newer. There is one writer at a time: BEGIN IMMEDIATE takes the file's only write lock, so what a batch reads after it is
 * still true when it commits.
 */
public final class Sqlite extends Embedded {
    private static final System.Logger LOG = System.getLogger("dev.semel.jdbc");
    private static final int FULL = 2;
    static final int BUSY = 5;
    private static final int LOCKED = 6;
    private static final int TOO_BIG = 18;

    private static final String NOW = "CAST(round(unixepoch('subsec') * 1000000) AS INTEGER)";

    private final String claim;
    private final String synchronous;
    private final String journalMode;
    private final Purge purge;

    /** Composes the statements for a table. */
    public Sqlite(String table) {
        super("sqlite", table, NOW);
        Upsert upsert = new Upsert(RowNames.of("c", "excluded"));
        this.claim = named(
                "claim",
                "INSERT INTO " + table + " AS c (" + Upsert.INSERTED
                        + ") VALUES (" + Upsert.values(now()) + ") ON CONFLICT (digest) DO UPDATE SET "
                        + upsert.claimed() + " WHERE " + upsert.gives() + " RETURNING "
                        + Row.COLUMNS
                        + ", " + now());
        this.synchronous = named("settings: syncs", "PRAGMA synchronous");
        this.journalMode = named("settings: journal", "PRAGMA journal_mode");
        this.purge = purge("purge", table, "expires_at", now());
    }

    /** Checks the settings of connections, which may come from the application's pool. Those of {@code JdbcStore.sqlite} are right. */
    @Override
    public void inspect(Connection connection) throws SQLException {
        boolean synced = Integer.parseInt(pragma(connection, synchronous)) >= FULL;
        boolean wal = pragma(connection, journalMode).equalsIgnoreCase("wal");
        if (!synced || !wal) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "the pool's SQLite connections do not use " + (wal ? "" : "journal_mode=WAL")
                            + (wal || synced ? "" : " and ") + (synced ? "" : "synchronous=FULL") + ": "
                            + (synced
                                    ? "readers and the writer block each other"
                                    : "a power cut may lose acknowledged results, and their operations may run again")
                            + "; set it in the address of the database, or use JdbcStore.sqlite(file)");
        }
    }

    private static String pragma(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(sql)) {
            found.next();
            return found.getString(1);
        }
    }

    @Override
    public Answers apply(Connection connection, List<ClaimCall> claims, List<WriteCall> writes) throws SQLException {
        if (claims.size() + writes.size() == 1) {
            // One statement is a transaction. A read after it may be outdated, and the claim is then sent again.
            return applyAll(connection, claims, writes);
        }
        return inTransaction(connection, "BEGIN IMMEDIATE", same -> applyAll(same, claims, writes));
    }

    private Answers applyAll(Connection connection, List<ClaimCall> claims, List<WriteCall> writes)
            throws SQLException {
        Answers answers = new Answers();
        applyClaims(connection, claims, answers);
        if (!claims.isEmpty()) {
            replays().note(claims, answers);
        }
        applyWrites(connection, writes, answers);
        return answers;
    }

    void applyClaims(Connection connection, List<ClaimCall> claims, Answers answers) throws SQLException {
        if (claims.isEmpty()) {
            return;
        }
        try (PreparedStatement upsert = connection.prepareStatement(claim)) {
            for (ClaimCall each : claims) {
                Upsert.bind(upsert, 0, each);
                List<Row> written = rows(upsert);
                if (written.isEmpty()) {
                    look(connection, List.of(each.key())).forEach(answers::found);
                } else {
                    answers.afterWrite(written.get(0));
                }
            }
        }
    }

    @Override
    public RecordLock recordLock() {
        return new SqliteLock(this);
    }

    @Override
    public int purge(Connection connection, int limit) throws SQLException {
        return purge.run(connection, limit);
    }

    @Override
    public Purge purge(String name, String from, String column, String now) {
        return Purge.by(named(
                name,
                "DELETE FROM " + from + " WHERE rowid IN (SELECT rowid FROM " + from + " WHERE " + column + " <= " + now
                        + " LIMIT ?)"));
    }

    @Override
    public boolean isPassing(SQLException failure) {
        return SqlFailures.hasCode(failure, BUSY, LOCKED);
    }

    @Override
    public boolean isTooLarge(SQLException failure) {
        return SqlFailures.hasCode(failure, TOO_BIG);
    }

    /** Returns false, since there is one lock for the whole file: see {@link #isPassing}. */
    @Override
    public boolean isHeld(SQLException failure) {
        return false;
    }

    @Override
    public boolean isMissing(SQLException failure) {
        String message = String.valueOf(failure.getMessage());
        return message.contains("no such table") || message.contains("no such column");
    }
}
