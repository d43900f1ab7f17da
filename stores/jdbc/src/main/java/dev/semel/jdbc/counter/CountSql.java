package dev.semel.jdbc.counter;

import dev.semel.jdbc.dialect.h2.H2;
import dev.semel.Fingerprint;
import dev.semel.counter.store.Counting;
import dev.semel.counter.store.StoredCount;
import dev.semel.jdbc.sql.Micros;
import dev.semel.jdbc.database.SqlDatabase;
import dev.semel.jdbc.sql.Purge;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The statements for counts, where no database needs or has better ones. */
abstract class CountSql {
    private final SqlDatabase database;
    private final String table;
    private final Purge purgeCounts;
    private final Purge purgeKeys;

    CountSql(SqlDatabase database) {
        this.database = database;
        this.table = database.table();
        this.purgeCounts = database.purge("purge counts", table, "kept_until");
        this.purgeKeys = database.purge("purge keys", keys(), "kept_until");
    }

    static CountSql of(SqlDatabase database) {
        return switch (database.kind()) {
            case POSTGRESQL, SQLITE -> new OnConflictCounts(database);
            case MYSQL, MARIADB -> new InnoDbCounts(database);
            case H2 -> new H2Counts(database);
        };
    }

    final SqlDatabase database() {
        return database;
    }

    final String table() {
        return table;
    }

    final String keys() {
        return table + "_key";
    }

    /** What begins a transaction in which a row that was written by another is seen once that has committed. */
    abstract String begin();

    /** Whether {@link #add} is one statement, which needs no transaction around it. */
    abstract boolean isOneStatement(CountRow row);

    /** Adds to a count; gives {@code null}, having changed nothing, if there is none to add to or it would pass the limit. */
    abstract @Nullable StoredCount add(Connection connection, CountRow row) throws SQLException;

    /** Whether a statement failed only because of what others did at the same moment; nothing was applied then. */
    boolean isPassing(SQLException failure) {
        return database.isPassing(failure);
    }

    /** By a lock on the row and a decision in Java, within a transaction. Two who find no row: one of them fails to insert it. */
    final @Nullable StoredCount addLocked(Connection connection, CountRow row) throws SQLException {
        StoredCount stored;
        String sql = "SELECT " + CountRow.COUNTED + " FROM " + table + " WHERE digest = ? FOR UPDATE";
        try (PreparedStatement select = database.prepare(connection, sql)) {
            select.setBytes(1, row.key());
            try (ResultSet found = database.query(select)) {
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
        String values = " (?, ?, ?, ?, ?, ?, ?)";
        String sql = isNew
                ? "INSERT INTO " + table + " (" + CountRow.COLUMNS + ") VALUES" + values
                : "UPDATE " + table + " SET digest = ?, counter = ?, subject = ?, window_start = ?, window_end = ?,"
                        + " count = ?, kept_until = ? WHERE digest = ?";
        try (PreparedStatement write = connection.prepareStatement(sql)) {
            int last = row.bind(write, count);
            if (!isNew) {
                write.setBytes(last + 1, row.key());
            }
            write.executeUpdate();
        }
    }

    /**
     * Remembers a key with its answer, unless it is known. The counts of its subject are locked before, so that no other call under the same key
     * is at this point.
     */
    boolean remember(Connection connection, CountKey key, String answer) throws SQLException {
        String insert = "INSERT INTO " + keys() + " (digest, kept_until, answer) VALUES (?, ?, ?)";
        try (PreparedStatement statement = connection.prepareStatement(insert)) {
            bind(statement, key, answer);
            statement.executeUpdate();
            return true;
        } catch (SQLException e) {
            if (!String.valueOf(e.getSQLState()).startsWith("23")) {
                throw e;
            }
        }
        String update = "UPDATE " + keys() + " SET digest = ?, kept_until = ?, answer = ? WHERE digest = ? AND"
                + " kept_until <= ?";
        try (PreparedStatement statement = connection.prepareStatement(update)) {
            int last = bind(statement, key, answer);
            statement.setBytes(last + 1, key.digest().bytes());
            statement.setLong(last + 2, Micros.of(key.at()));
            return statement.executeUpdate() == 1;
        }
    }

    /** Takes a change back from a count, down to zero, unless its window is another one by now. */
    final void subtract(Connection connection, CountRow row, Instant start) throws SQLException {
        String sql = "UPDATE " + table + " SET count = CASE WHEN count < ? THEN 0 ELSE count - ? END"
                + " WHERE digest = ? AND window_start = ?";
        try (PreparedStatement update = database.prepare(connection, sql)) {
            update.setLong(1, row.change().amount());
            update.setLong(2, row.change().amount());
            update.setBytes(3, row.key());
            update.setLong(4, Micros.of(start));
            database.update(update);
        }
    }

    /** Forgets a key if this is still its answer. */
    final boolean forget(Connection connection, CountKey key, String answer) throws SQLException {
        String sql = "DELETE FROM " + keys() + " WHERE digest = ? AND answer = ?";
        try (PreparedStatement delete = database.prepare(connection, sql)) {
            delete.setBytes(1, key.digest().bytes());
            delete.setString(2, answer);
            return database.update(delete) == 1;
        }
    }

    static int bind(PreparedStatement statement, CountKey key, String answer) throws SQLException {
        statement.setBytes(1, key.digest().bytes());
        statement.setLong(2, Micros.of(key.until()));
        statement.setString(3, answer);
        return 3;
    }

    /** What was answered under a key that is remembered. */
    final @Nullable List<StoredCount> answerTo(Connection connection, CountKey key) throws SQLException {
        String sql = "SELECT answer FROM " + keys() + " WHERE digest = ? AND kept_until > ?" + database.confirming();
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setBytes(1, key.digest().bytes());
            select.setLong(2, Micros.of(key.at()));
            try (ResultSet found = select.executeQuery()) {
                database.confirm(select);
                return found.next() ? CountKey.read(found.getString(1)) : null;
            }
        }
    }

    /** Remembers a known key for longer, as its latest use asks. */
    final void renew(Connection connection, CountKey key) throws SQLException {
        String sql = "UPDATE " + keys() + " SET kept_until = ? WHERE digest = ? AND kept_until > ? AND kept_until < ?";
        try (PreparedStatement update = database.prepare(connection, sql)) {
            update.setLong(1, Micros.of(key.until()));
            update.setBytes(2, key.digest().bytes());
            update.setLong(3, Micros.of(key.at()));
            update.setLong(4, Micros.of(key.until()));
            database.update(update);
        }
    }

    /** The counts as they are stored at one moment. */
    final Map<Fingerprint, StoredCount> look(Connection connection, List<byte[]> digests) throws SQLException {
        String sql = "SELECT digest, " + CountRow.COUNTED + " FROM " + table + " WHERE digest IN (?"
                + ", ?".repeat(digests.size() - 1) + ")";
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            int index = 0;
            for (byte[] digest : digests) {
                select.setBytes(++index, digest);
            }
            Map<Fingerprint, StoredCount> counts = new HashMap<>();
            try (ResultSet found = select.executeQuery()) {
                while (found.next()) {
                    counts.put(Fingerprint.fromBytes(found.getBytes(1)), CountRow.read(found, 2));
                }
            }
            return counts;
        }
    }

    final int purge(Connection connection, Instant now, int limit) throws SQLException {
        int counts = purgeCounts.run(connection, Micros.of(now), limit);
        return counts == limit ? counts : counts + purgeKeys.run(connection, Micros.of(now), limit - counts);
    }

    /** How many counts and keys there are, or only those whose time is over at some instant; {@code most} if there are more. */
    final long count(Connection connection, @Nullable Instant overAt, long most) throws SQLException {
        long counts = count(connection, table, overAt, most);
        return counts == most ? counts : counts + count(connection, keys(), overAt, most - counts);
    }

    private static long count(Connection connection, String from, @Nullable Instant overAt, long most)
            throws SQLException {
        String sql = "SELECT COUNT(*) FROM (SELECT 1 AS one FROM " + from
                + (overAt == null ? "" : " WHERE kept_until <= ?") + " LIMIT ?) s";
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            if (overAt != null) {
                select.setLong(1, Micros.of(overAt));
            }
            select.setLong(overAt == null ? 1 : 2, most);
            try (ResultSet found = select.executeQuery()) {
                found.next();
                return found.getLong(1);
            }
        }
    }
}
