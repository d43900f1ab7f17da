package dev.semel.jdbc;

import dev.semel.store.BrowsableStore.Position;
import dev.semel.store.BrowsableStore.Query;
import dev.semel.store.RecordId;
import dev.semel.store.RecordState;
import dev.semel.store.StoredRecord;
import dev.semel.store.UnreadableRecordException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What consoles and meters ask. All of it reads without locks. */
final class Browsing {
    private static final System.Logger LOG = System.getLogger("dev.semel.jdbc");

    private final Dialect dialect;

    Browsing(Dialect dialect) {
        this.dialect = dialect;
    }

    /** What is damaged is left out, and more is read in its place: a page that is not full is the last one. */
    List<StoredRecord> browse(Connection connection, Query query) throws SQLException {
        List<StoredRecord> records = new ArrayList<>();
        Query next = query;
        while (next != null) {
            next = readPage(connection, next, records);
        }
        return records;
    }

    /** Gives what is left to be read; {@code null} if nothing is. */
    private @Nullable Query readPage(Connection connection, Query query, List<StoredRecord> records)
            throws SQLException {
        List<Object> values = new ArrayList<>();
        StringBuilder sql = new StringBuilder("SELECT " + Row.COLUMNS + ", " + dialect.now()
                + ", operation, scope, record_key FROM " + dialect.table() + " WHERE format = 1 AND " + notOver());
        restrict(sql, values, query);
        sql.append(" ORDER BY created_at, digest LIMIT ?");
        values.add(query.limit());
        try (PreparedStatement select = connection.prepareStatement(sql.toString())) {
            for (int i = 0; i < values.size(); i++) {
                select.setObject(i + 1, values.get(i));
            }
            return read(select, query, records);
        }
    }

    private void restrict(StringBuilder sql, List<Object> values, Query query) {
        if (query.operation() != null) {
            sql.append(" AND operation = ?");
            values.add(query.operation());
        }
        if (query.scope() != null) {
            sql.append(" AND scope = ?");
            values.add(query.scope());
        }
        if (query.state() != null) {
            sql.append(" AND ").append(condition(query.state()));
        }
        Position after = query.after();
        if (after != null) {
            sql.append(" AND (created_at > ? OR (created_at = ? AND digest > ?))");
            long createdAt = Micros.of(after.createdAt());
            values.addAll(List.of(createdAt, createdAt, HexFormat.of().parseHex(after.digest())));
        }
    }

    private static @Nullable Query read(PreparedStatement select, Query query, List<StoredRecord> records)
            throws SQLException {
        try (ResultSet found = select.executeQuery()) {
            int rows = 0;
            int damaged = 0;
            Position last = null;
            while (found.next()) {
                rows++;
                damaged += readRow(found, records) ? 0 : 1;
                last = new Position(
                        Micros.instant(found.getLong(9)), HexFormat.of().formatHex(found.getBytes(1)));
            }
            return last == null || damaged == 0 || rows < query.limit()
                    ? null
                    : new Query(query.operation(), query.scope(), query.state(), last, damaged);
        }
    }

    private static boolean readRow(ResultSet found, List<StoredRecord> records) throws SQLException {
        RecordId id = new RecordId(found.getString(16), found.getString(17), found.getString(18));
        try {
            Row row = Row.read(found);
            row.checkReadable(id);
            records.add(row.seenAs(id));
            return true;
        } catch (UnreadableRecordException | IllegalArgumentException e) {
            LOG.log(System.Logger.Level.WARNING, "a record is left out: {0}", e.getMessage());
            return false;
        }
    }

    Map<RecordState, Long> countByState(Connection connection) throws SQLException {
        StringBuilder state = new StringBuilder("CASE");
        for (RecordState each : RecordState.values()) {
            state.append(" WHEN ")
                    .append(condition(each))
                    .append(" THEN '")
                    .append(each.name())
                    .append("'");
        }
        String sql = "SELECT what, COUNT(*) FROM (SELECT " + state + " END AS what FROM " + dialect.table()
                + " WHERE format = 1 AND state BETWEEN 1 AND 4 AND " + notOver() + ") s GROUP BY what";
        try (PreparedStatement select = connection.prepareStatement(sql);
                ResultSet found = select.executeQuery()) {
            Map<RecordState, Long> counts = new EnumMap<>(RecordState.class);
            while (found.next()) {
                counts.put(RecordState.valueOf(found.getString(1)), found.getLong(2));
            }
            return counts;
        }
    }

    /** How many rows there are, or {@code most} if there are more. */
    long count(Connection connection, boolean overOnly, long most) throws SQLException {
        String sql = "SELECT COUNT(*) FROM (SELECT 1 AS one FROM " + dialect.table()
                + (overOnly ? " WHERE expires_at <= " + dialect.now() : "") + " LIMIT " + most + ") s";
        try (PreparedStatement select = connection.prepareStatement(sql);
                ResultSet found = select.executeQuery()) {
            found.next();
            return found.getLong(1);
        }
    }

    private String notOver() {
        return "(expires_at IS NULL OR expires_at > " + dialect.now() + ")";
    }

    private String condition(RecordState state) {
        String leaseOver = "state = 1 AND lease_end <= " + dialect.now();
        return switch (state) {
            case IN_PROGRESS -> "state = 1 AND lease_end > " + dialect.now();
            case ABANDONED -> leaseOver + " AND expires_at IS NOT NULL";
            case IN_DOUBT -> leaseOver + " AND expires_at IS NULL";
            case RELEASED -> "state = 2";
            case COMPLETED -> "state = 3";
            case FAILED -> "state = 4";
        };
    }
}
