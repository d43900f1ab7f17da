package dev.semel.jdbc.counter;

import dev.semel.counter.store.StoredCount;
import dev.semel.jdbc.sql.DatabaseProduct;
import dev.semel.jdbc.sql.Micros;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import org.jspecify.annotations.Nullable;

/**
 * The statements for counts on PostgreSQL and SQLite. One statement inserts the count, adds to it, or restarts it, and returns the row. If
 * the limit does not permit that, it changes and returns nothing.
 */
final class OnConflictCounts extends CountSql {
    private static final String CANCELLED = "57014";

    private final boolean postgreSql;
    private final String addFixed;
    private final String addToSession;
    private final String addFixedIfThere;
    private final String addToSessionIfThere;
    private final String remember;

    OnConflictCounts(DatabaseProduct product) {
        super(product);
        this.postgreSql = product.kind() == DatabaseProduct.Kind.POSTGRESQL;
        this.addFixed = named("add", upsert(false));
        this.addToSession = named("add to a session", upsert(true));
        this.addFixedIfThere = named("add if there", update(false));
        this.addToSessionIfThere = named("add to a session if there", update(true));
        this.remember = named(
                "key: remember",
                "INSERT INTO " + keys() + " AS c (digest, kept_until, answer) VALUES (?, ?, ?)"
                        + " ON CONFLICT (digest) DO UPDATE SET kept_until = excluded.kept_until, answer = excluded.answer"
                        + " WHERE c.kept_until <= ? RETURNING 1");
    }

    private static String turned(boolean session) {
        return session ? "c.window_end <= excluded.window_start" : "c.window_start < excluded.window_start";
    }

    private static String whenTurned(boolean session, String then, String otherwise) {
        return "CASE WHEN " + turned(session) + " THEN " + then + " ELSE " + otherwise + " END";
    }

    /** Returns the assignments. A session's new end is never before the old one: if it has turned, the old one has passed. */
    private String assignments(boolean session) {
        String start = whenTurned(session, "excluded.window_start", "c.window_start");
        String end = session
                ? (postgreSql ? "greatest" : "max") + "(c.window_end, " + (postgreSql ? "least" : "min")
                        + "(excluded.window_end, " + start + " + ?))"
                : whenTurned(false, "excluded.window_end", "c.window_end");
        return "window_start = " + start + ", window_end = " + end + ", kept_until = " + end + " + ?, count = "
                + whenTurned(session, "0", "c.count") + " + excluded.count";
    }

    private static String fits(boolean session) {
        return whenTurned(session, "0", "c.count") + " <= ? RETURNING ";
    }

    private String upsert(boolean session) {
        return "INSERT INTO " + table() + " AS c (" + CountRow.COLUMNS + ") VALUES (?, ?, ?, ?, ?, ?, ?)"
                + " ON CONFLICT (digest) DO UPDATE SET " + assignments(session) + " WHERE " + fits(session)
                + CountRow.COUNTED;
    }

    /** Returns an update that returns the table's columns. PostgreSQL needs their prefix, and SQLite does not allow it. */
    private String update(boolean session) {
        return "WITH excluded (" + CountRow.COLUMNS + ") AS (SELECT ?, ?, ?, ?, ?, ?, ?) UPDATE " + table()
                + " AS c SET " + assignments(session) + " FROM excluded WHERE c.digest = excluded.digest AND "
                + fits(session)
                + (postgreSql ? "c.window_start, c.window_end, c.count" : CountRow.COUNTED);
    }

    @Override
    String begin() {
        return postgreSql ? "START TRANSACTION ISOLATION LEVEL READ COMMITTED" : "BEGIN IMMEDIATE";
    }

    @Override
    boolean isOneStatement(CountRow row) {
        return true;
    }

    private String sql(CountRow row) {
        if (row.mayCreate()) {
            return row.isSession() ? addToSession : addFixed;
        }
        return row.isSession() ? addToSessionIfThere : addFixedIfThere;
    }

    @Override
    @Nullable
    StoredCount add(Connection connection, CountRow row) throws SQLException {
        try (PreparedStatement statement = product().prepare(connection, sql(row))) {
            int last = row.bindNew(statement);
            if (row.isSession()) {
                statement.setLong(++last, row.longest());
                statement.setLong(++last, row.longest());
            }
            statement.setObject(++last, row.keep(), Types.BIGINT);
            statement.setLong(++last, row.room());
            return readToTheEnd(statement);
        }
    }

    /** Reads all rows: SQLite commits a statement when its last row has been read, and may fail in that. */
    private @Nullable StoredCount readToTheEnd(PreparedStatement statement) throws SQLException {
        StoredCount count = null;
        try (ResultSet found = product().queryPrepared(statement)) {
            while (found.next()) {
                count = CountRow.read(found, 1);
            }
        }
        return count;
    }

    @Override
    boolean remember(Connection connection, CountKey key, String answer) throws SQLException {
        try (PreparedStatement statement = product().prepare(connection, remember)) {
            int last = bind(statement, key, answer);
            statement.setLong(last + 1, Micros.of(key.at()));
            boolean remembered = false;
            try (ResultSet found = product().queryPrepared(statement)) {
                while (found.next()) {
                    remembered = true;
                }
            }
            return remembered;
        }
    }

    @Override
    boolean isPassing(SQLException failure) {
        return super.isPassing(failure) || CANCELLED.equals(failure.getSQLState());
    }
}
