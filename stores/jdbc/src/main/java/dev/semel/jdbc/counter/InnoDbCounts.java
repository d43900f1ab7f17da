package dev.semel.jdbc.counter;

import dev.semel.counter.store.StoredCount;
import dev.semel.jdbc.SqlDatabase;
import dev.semel.jdbc.SqlDatabase.Kind;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * MySQL and MariaDB. A count that may be made is added to by INSERT ... ON DUPLICATE KEY UPDATE, which locks no gap. Assignments run from left
 * to right: the first one writes this call's nonce if the limit lets it through, the others go by it. A row that does not is set to what it is.
 *
 * <p>MariaDB returns the row; on MySQL it is read before the lock on it is given up.
 */
final class InnoDbCounts extends CountSql {
    private static final String MINE = "c.nonce = n.nonce";
    private static final String RESULT = "SELECT " + CountRow.COUNTED + ", nonce FROM ";

    private final boolean returns;
    private final String addFixed;
    private final String addToSession;

    InnoDbCounts(SqlDatabase database) {
        super(database);
        this.returns = database.kind() == Kind.MARIADB;
        this.addFixed = upsert("c.window_start < n.window_start", fixed());
        this.addToSession = upsert("c.window_end <= n.window_start", session());
    }

    /** The end before the start, which it depends on. */
    private static String fixed() {
        String turned = MINE + " AND c.window_start < n.window_start";
        return "window_end = IF(" + turned + ", n.window_end, c.window_end), window_start = IF(" + turned
                + ", n.window_start, c.window_start)";
    }

    /** The start before the end, which is never before the old one: if the session has turned, the old one is over. */
    private static String session() {
        return "window_start = IF(" + MINE + " AND c.window_end <= n.window_start, n.window_start, c.window_start),"
                + " window_end = IF(" + MINE
                + ", GREATEST(c.window_end, LEAST(n.window_end, c.window_start + ?)), c.window_end)";
    }

    private String upsert(String turned, String window) {
        String before = "IF(" + turned + ", 0, c.count)";
        return "INSERT INTO " + table() + " (" + CountRow.COLUMNS + ", nonce) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
                + (returns ? "" : " AS n") + " ON DUPLICATE KEY UPDATE "
                + named("nonce = IF(" + before + " <= ?, n.nonce, c.nonce), count = IF(" + MINE + ", " + before
                        + " + n.count, c.count), " + window + ", kept_until = IF(" + MINE
                        + ", c.window_end + ?, c.kept_until)")
                + (returns ? " RETURNING " + CountRow.COUNTED + ", nonce" : "");
    }

    private String named(String assignments) {
        String text = assignments;
        for (String column : List.of("nonce", "count", "window_start", "window_end")) {
            text = text.replace("n." + column, returns ? "VALUES(" + column + ")" : "n." + column);
        }
        String plain = table().substring(table().indexOf('.') + 1);
        return text.replace("c.", plain + ".");
    }

    @Override
    String begin() {
        return "START TRANSACTION";
    }

    @Override
    boolean isOneStatement(CountRow row) {
        return returns && row.mayCreate();
    }

    @Override
    @Nullable
    StoredCount add(Connection connection, CountRow row) throws SQLException {
        if (!row.mayCreate()) {
            return addLocked(connection, row);
        }
        try (PreparedStatement upsert = database().prepare(connection, row.isSession() ? addToSession : addFixed)) {
            int last = row.bindNew(upsert);
            upsert.setBytes(++last, row.nonce());
            upsert.setLong(++last, row.room());
            if (row.isSession()) {
                upsert.setLong(++last, row.longest());
            }
            upsert.setObject(++last, row.keep(), Types.BIGINT);
            if (returns) {
                return readMine(upsert, row);
            }
            upsert.executeUpdate();
        }
        // A plain read would see the past if the caller's level is REPEATABLE READ. The row is there, so no gap is
        // locked.
        try (PreparedStatement select =
                database().prepare(connection, RESULT + table() + " WHERE digest = ? FOR UPDATE")) {
            select.setBytes(1, row.key());
            return readMine(select, row);
        }
    }

    private @Nullable StoredCount readMine(PreparedStatement query, CountRow row) throws SQLException {
        try (ResultSet found = database().query(query)) {
            boolean mine = found.next() && Arrays.equals(found.getBytes(4), row.nonce());
            return mine ? CountRow.read(found, 1) : null;
        }
    }
}
