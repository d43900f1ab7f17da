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
 * MySQL 8.0.19 and newer. It returns nothing from a write, so the rows are read after it. If another claim comes in between, its owner is
 * what the row tells: that one was let in since the lease of this one was over.
 */
public final class MySql extends InnoDb {
    private static final int MOST_SECONDS = 5;

    private final Function<Integer, String> decide;
    private final Function<Long, String> limitWait;
    private final String resetWait;
    private final String readLocked;

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
        // A plain read would see the past under REPEATABLE READ. The row is there and it is locked, so no gap is.
        try (PreparedStatement select = connection.prepareStatement(readLocked)) {
            select.setBytes(1, claim.key());
            rows(select).forEach(answers::afterWrite);
        }
    }

    @Override
    public boolean probes() {
        return true;
    }

    /** There is no limit on the wait for a lock alone that would not cost round trips. A disk that is slow to commit counts as well. */
    @Override
    public PreparedStatement prepare(Connection connection, String sql) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        statement.setQueryTimeout(MOST_SECONDS);
        return statement;
    }
}
