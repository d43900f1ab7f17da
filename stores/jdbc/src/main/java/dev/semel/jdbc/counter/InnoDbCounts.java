package dev.semel.jdbc.counter;

import dev.semel.counter.store.StoredCount;
import dev.semel.jdbc.sql.DatabaseProduct;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The statements for counts on MySQL and MariaDB. A change that may create its count is INSERT ... ON DUPLICATE KEY UPDATE, which locks no
 * gap. Assignments run from left to right: the first one writes this call's nonce if the limit permits the change, and the others depend on
 * it. A row that stays is set to its old values.
 *
 * <p>MariaDB returns the row. On MySQL it is read while it is still locked.
 */
final class InnoDbCounts extends LockedCounts {
    private static final String RESULT = "SELECT " + CountRow.COUNTED + ", nonce FROM ";

    private final boolean returns;
    private final String addFixed;
    private final String addToSession;
    private final @Nullable String readAdded;

    InnoDbCounts(DatabaseProduct product) {
        super(product);
        this.returns = product.kind() == DatabaseProduct.Kind.MARIADB;
        this.addFixed = named("add", upsert(compare("window_start", "<"), fixed()));
        this.addToSession = named("add to a session", upsert(sessionTurned(), session()));
        this.readAdded =
                returns ? null : named("read what was added", RESULT + table() + " WHERE digest = ? FOR UPDATE");
    }

    /** Assigns the end before the start, on which it depends. */
    private String fixed() {
        String turned = mine() + " AND " + compare("window_start", "<");
        return "window_end = " + when(turned, incoming("window_end"), "window_end") + ", window_start = "
                + when(turned, incoming("window_start"), "window_start");
    }

    /** Assigns the start before the end. The new end is never before the old one: if the session has turned, the old one has passed. */
    private String session() {
        return "window_start = "
                + when(mine() + " AND " + sessionTurned(), incoming("window_start"), "window_start")
                + ", window_end = "
                + when(
                        mine(),
                        "GREATEST(" + old("window_end") + ", LEAST(" + incoming("window_end") + ", "
                                + old("window_start") + " + ?))",
                        "window_end");
    }

    private String sessionTurned() {
        return old("window_end") + " <= " + incoming("window_start");
    }

    private String mine() {
        return compare("nonce", "=");
    }

    private String when(String condition, String then, String column) {
        return "IF(" + condition + ", " + then + ", " + old(column) + ")";
    }

    private String upsert(String turned, String window) {
        String before = when(turned, "0", "count");
        return "INSERT INTO " + table() + " (" + CountRow.COLUMNS + ", nonce) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
                + (returns ? "" : " AS n") + " ON DUPLICATE KEY UPDATE nonce = "
                + when(before + " <= ?", incoming("nonce"), "nonce")
                + ", count = " + when(mine(), before + " + " + incoming("count"), "count")
                + ", " + window + ", kept_until = " + when(mine(), old("window_end") + " + ?", "kept_until")
                + (returns ? " RETURNING " + CountRow.COUNTED + ", nonce" : "");
    }

    /** Returns a column of the existing row. It has no alias, so it has the table's name. */
    private String old(String column) {
        return table().substring(table().lastIndexOf('.') + 1) + "." + column;
    }

    /** Returns a column of the row that would be inserted. */
    private String incoming(String column) {
        return returns ? "VALUES(" + column + ")" : "n." + column;
    }

    private String compare(String column, String operator) {
        return old(column) + " " + operator + " " + incoming(column);
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
        try (PreparedStatement upsert = product().prepare(connection, row.isSession() ? addToSession : addFixed)) {
            int last = row.bindNew(upsert);
            upsert.setBytes(++last, row.nonce());
            upsert.setLong(++last, row.room());
            if (row.isSession()) {
                upsert.setLong(++last, row.longest());
            }
            upsert.setObject(++last, row.keep(), Types.BIGINT);
            if (readAdded == null) {
                return readMine(upsert, row);
            }
            upsert.executeUpdate();
        }
        // A plain read would see an older snapshot if the caller's level is REPEATABLE READ. The row exists, so no gap
        // is locked.
        try (PreparedStatement select = product().prepare(connection, readAdded)) {
            select.setBytes(1, row.key());
            return readMine(select, row);
        }
    }

    private @Nullable StoredCount readMine(PreparedStatement query, CountRow row) throws SQLException {
        try (ResultSet found = product().queryPrepared(query)) {
            boolean mine = found.next() && Arrays.equals(found.getBytes(4), row.nonce());
            return mine ? CountRow.read(found, 1) : null;
        }
    }
}
