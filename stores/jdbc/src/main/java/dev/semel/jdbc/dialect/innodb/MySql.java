package dev.semel.jdbc.dialect.innodb;

import dev.semel.jdbc.dialect.RowNames;
import dev.semel.jdbc.record.Answers;
import dev.semel.jdbc.record.ClaimCall;
import dev.semel.jdbc.record.Row;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;

/**
 * MySQL 8.0.19 and newer. Its writes return nothing, so the rows are read after them. If another claim comes in between, the row shows its
 * owner: that claim was granted since this one's lease had expired.
 */
public final class MySql extends InnoDb {
    private static final int MOST_SECONDS = 5;

    private final Function<Integer, String> decide;
    private final Function<Long, String> limitWait;
    private final String resetWait;
    private final String readLocked;

    /** Composes the statements for a table. */
    public MySql(String table) {
        super("mysql", table, RowNames.of(plain(table), "n"), " AS n", "FOR SHARE NOWAIT");
        this.decide = named("claim: decide", 2, this::upsert);
        this.limitWait = named(
                "transaction: limit the wait",
                1L,
                seconds -> "SET @semel_wait = @@SESSION.innodb_lock_wait_timeout, SESSION innodb_lock_wait_timeout = "
                        + Math.max(1, seconds));
        this.resetWait = named("transaction: reset the wait", "SET SESSION innodb_lock_wait_timeout = @semel_wait");
        this.readLocked = named(
                "transaction: read",
                "SELECT " + Row.COLUMNS + ", " + now() + " FROM " + table + " WHERE digest = ? FOR UPDATE");
    }

    @Override
    public void write(Connection connection, List<ClaimCall> claims, Answers answers) throws SQLException {
        try (PreparedStatement upsert = prepare(connection, decide.apply(claims.size()))) {
            bind(upsert, claims);
            upsert.executeUpdate();
        }
        look(connection, keys(claims)).forEach(answers::afterWrite);
        learnFrom(claims, answers);
    }

    @Override
    public void writeWithin(Connection connection, ClaimCall claim, long seconds, Answers answers) throws SQLException {
        execute(connection, limitWait.apply(seconds));
        try (PreparedStatement upsert = connection.prepareStatement(decide.apply(1))) {
            bind(upsert, List.of(claim));
            upsert.executeUpdate();
        } finally {
            execute(connection, resetWait);
        }
        // A plain read would see an older snapshot under REPEATABLE READ. The row exists and is locked, so no gap is
        // locked.
        try (PreparedStatement select = connection.prepareStatement(readLocked)) {
            select.setBytes(1, claim.key());
            rows(select).forEach(answers::afterWrite);
        }
    }

    @Override
    public boolean probes() {
        return true;
    }

    /**
     * Limits the time of the whole statement, since a limit on the lock wait alone would cost round trips. A slow commit counts as well.
     */
    @Override
    public PreparedStatement prepare(Connection connection, String sql) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        statement.setQueryTimeout(MOST_SECONDS);
        return statement;
    }
}
