package dev.semel.jdbc.counter;

import dev.semel.counter.store.Counting;
import dev.semel.counter.store.StoredCount;
import dev.semel.jdbc.sql.DatabaseProduct;
import dev.semel.jdbc.sql.Micros;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The statements for counts on databases that decide some of them in Java: a transaction locks the row, decides, and writes it. If two
 * transactions find no row, one of them fails to insert it.
 */
abstract class LockedCounts extends CountSql {
    private final String lock;
    private final String insert;
    private final String update;
    private final String remember;
    private final String rememberAgain;

    LockedCounts(DatabaseProduct product) {
        super(product);
        this.lock = named("lock", "SELECT " + CountRow.COUNTED + " FROM " + table() + " WHERE digest = ? FOR UPDATE");
        this.insert =
                named("insert", "INSERT INTO " + table() + " (" + CountRow.COLUMNS + ") VALUES (?, ?, ?, ?, ?, ?, ?)");
        this.update = named(
                "update",
                "UPDATE " + table() + " SET digest = ?, counter = ?, subject = ?, window_start = ?, window_end = ?,"
                        + " count = ?, kept_until = ? WHERE digest = ?");
        this.remember =
                named("key: remember", "INSERT INTO " + keys() + " (digest, kept_until, answer) VALUES (?, ?, ?)");
        this.rememberAgain = named(
                "key: remember again",
                "UPDATE " + keys()
                        + " SET digest = ?, kept_until = ?, answer = ? WHERE digest = ? AND kept_until <= ?");
    }

    final @Nullable StoredCount addLocked(Connection connection, CountRow row) throws SQLException {
        StoredCount stored;
        try (PreparedStatement select = product().prepare(connection, lock)) {
            select.setBytes(1, row.key());
            try (ResultSet found = product().queryPrepared(select)) {
                stored = found.next() ? CountRow.read(found, 1) : null;
            }
        }
        StoredCount before = Counting.before(stored, row.change());
        if (before == null || !Counting.fits(before, row.change())) {
            return null;
        }
        StoredCount after = Counting.after(before, row.change());
        write(connection, row, after, stored == null);
        return after;
    }

    private void write(Connection connection, CountRow row, StoredCount count, boolean isNew) throws SQLException {
        try (PreparedStatement write = connection.prepareStatement(isNew ? insert : update)) {
            int last = row.bind(write, count);
            if (!isNew) {
                write.setBytes(last + 1, row.key());
            }
            write.executeUpdate();
        }
    }

    @Override
    final boolean remember(Connection connection, CountKey key, String answer) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(remember)) {
            bind(statement, key, answer);
            statement.executeUpdate();
            return true;
        } catch (SQLException e) {
            if (!String.valueOf(e.getSQLState()).startsWith("23")) {
                throw e;
            }
        }
        try (PreparedStatement statement = connection.prepareStatement(rememberAgain)) {
            int last = bind(statement, key, answer);
            statement.setBytes(last + 1, key.digest().bytes());
            statement.setLong(last + 2, Micros.of(key.at()));
            return statement.executeUpdate() == 1;
        }
    }
}
