package dev.semel.jdbc.counter;

import dev.semel.Fingerprint;
import dev.semel.counter.store.StoredCount;
import dev.semel.jdbc.database.SqlDatabase;
import dev.semel.jdbc.dialect.h2.H2;
import dev.semel.jdbc.sql.DatabaseProduct;
import dev.semel.jdbc.sql.Micros;
import dev.semel.jdbc.sql.Purge;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The statements for counts, as far as databases share them. Each has a name, so that all can be listed. */
@SuppressWarnings("exports") // not for applications: public for dev.semel.jdbc.print, which lists the statements
public abstract class CountSql {
    /** The tables of counts and of keys. */
    public static final SqlDatabase.Tables TABLES = new SqlDatabase.Tables(
            2,
            "V2__semel_counters.sql",
            "semel_counter",
            Map.of("", CountRow.COLUMNS, "_key", "digest, answer, kept_until"));

    private static final String ENDED = " WHERE kept_until <= ?";

    private final DatabaseProduct product;
    private final String table;
    private final Function<Integer, String> look;
    private final String subtract;
    private final String answer;
    private final String renew;
    private final String forget;
    private final String size;
    private final String overdue;
    private final String keySize;
    private final String overdueKeys;
    private final Purge purgeCounts;
    private final Purge purgeKeys;

    CountSql(DatabaseProduct product) {
        this.product = product;
        this.table = product.table();
        this.look = named(
                "look",
                2,
                rows -> "SELECT digest, " + CountRow.COUNTED + " FROM " + table + " WHERE digest IN ("
                        + DatabaseProduct.parameters(rows) + ")");
        this.subtract = named(
                "subtract",
                "UPDATE " + table + " SET count = CASE WHEN count < ? THEN 0 ELSE count - ? END"
                        + " WHERE digest = ? AND window_start = ?");
        this.answer = named(
                "key: answer",
                "SELECT answer FROM " + keys() + " WHERE digest = ? AND kept_until > ?" + product.confirming());
        this.renew = named(
                "key: renew",
                "UPDATE " + keys() + " SET kept_until = ? WHERE digest = ? AND kept_until > ? AND kept_until < ?");
        this.forget = named("key: forget", "DELETE FROM " + keys() + " WHERE digest = ? AND answer = ?");
        this.size = named("size", size(table, ""));
        this.overdue = named("size: overdue", size(table, ENDED));
        this.keySize = named("key: size", size(keys(), ""));
        this.overdueKeys = named("key: size: overdue", size(keys(), ENDED));
        this.purgeCounts = product.purge("counts: purge", table, "kept_until", "?");
        this.purgeKeys = product.purge("counts: key: purge", keys(), "kept_until", "?");
    }

    /** Composes the statements for a database. */
    public static CountSql of(DatabaseProduct product) {
        return switch (product.kind()) {
            case POSTGRESQL, SQLITE -> new OnConflictCounts(product);
            case MYSQL, MARIADB -> new InnoDbCounts(product);
            case H2 -> new H2Counts(product);
        };
    }

    final String named(String name, String sql) {
        return product.named("counts: " + name, sql);
    }

    private <A> Function<A, String> named(String name, A example, Function<A, String> sql) {
        return product.named("counts: " + name, example, sql);
    }

    private static String size(String from, String which) {
        return "SELECT COUNT(*) FROM (SELECT 1 AS one FROM " + from + which + " LIMIT ?) s";
    }

    final DatabaseProduct product() {
        return product;
    }

    final String table() {
        return table;
    }

    final String keys() {
        return table + "_key";
    }

    /** Returns the statement that begins a transaction, in which rows of other transactions are seen once they have committed. */
    abstract String begin();

    /** Returns whether {@link #add} is one statement, which needs no transaction around it. */
    abstract boolean isOneStatement(CountRow row);

    /** Adds to a count; returns {@code null}, having changed nothing, if there is no count to add to or it would exceed the limit. */
    abstract @Nullable StoredCount add(Connection connection, CountRow row) throws SQLException;

    /**
     * Remembers a key with its answer; returns false if the key is known. The counts of its subject are locked before, so that no other
     * call with the same key is at this point.
     */
    abstract boolean remember(Connection connection, CountKey key, String answer) throws SQLException;

    /** Returns whether a statement failed only because of concurrent transactions. Nothing was applied then. */
    boolean isPassing(SQLException failure) {
        return product.isPassing(failure) || product.isHeld(failure);
    }

    /** Subtracts a change from a count, down to zero, unless a later window has begun. */
    final void subtract(Connection connection, CountRow row, Instant start) throws SQLException {
        try (PreparedStatement update = product.prepare(connection, subtract)) {
            update.setLong(1, row.change().amount());
            update.setLong(2, row.change().amount());
            update.setBytes(3, row.key());
            update.setLong(4, Micros.of(start));
            product.executeUpdate(update);
        }
    }

    /** Forgets a key if this is still its answer. */
    final boolean forget(Connection connection, CountKey key, String lastAnswer) throws SQLException {
        try (PreparedStatement delete = product.prepare(connection, forget)) {
            delete.setBytes(1, key.digest().bytes());
            delete.setString(2, lastAnswer);
            return product.executeUpdate(delete) == 1;
        }
    }

    static int bind(PreparedStatement statement, CountKey key, String answer) throws SQLException {
        statement.setBytes(1, key.digest().bytes());
        statement.setLong(2, Micros.of(key.until()));
        statement.setString(3, answer);
        return 3;
    }

    /** Returns the answer to a key that is remembered. */
    final @Nullable List<StoredCount> answerTo(Connection connection, CountKey key) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(answer)) {
            select.setBytes(1, key.digest().bytes());
            select.setLong(2, Micros.of(key.at()));
            try (ResultSet found = select.executeQuery()) {
                product.confirm(select);
                return found.next() ? CountKey.read(found.getString(1)) : null;
            }
        }
    }

    /** Extends the time for which a known key is remembered to what its latest use asks for. */
    final void renew(Connection connection, CountKey key) throws SQLException {
        try (PreparedStatement update = product.prepare(connection, renew)) {
            update.setLong(1, Micros.of(key.until()));
            update.setBytes(2, key.digest().bytes());
            update.setLong(3, Micros.of(key.at()));
            update.setLong(4, Micros.of(key.until()));
            product.executeUpdate(update);
        }
    }

    /** Returns the counts as they are stored at one moment. */
    final Map<Fingerprint, StoredCount> look(Connection connection, List<byte[]> digests) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(look.apply(digests.size()))) {
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

    /** Returns the number of counts and keys, or {@code most} if there are more. */
    final long size(Connection connection, long most) throws SQLException {
        long counts = count(connection, size, most);
        return counts == most ? counts : counts + count(connection, keySize, most - counts);
    }

    /** Returns the number of counts and keys whose retention has ended at an instant, or {@code most} if there are more. */
    final long overdue(Connection connection, Instant at, long most) throws SQLException {
        long counts = count(connection, overdue, Micros.of(at), most);
        return counts == most ? counts : counts + count(connection, overdueKeys, Micros.of(at), most - counts);
    }

    private static long count(Connection connection, String sql, long... parameters) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                select.setLong(i + 1, parameters[i]);
            }
            try (ResultSet found = select.executeQuery()) {
                found.next();
                return found.getLong(1);
            }
        }
    }
}
