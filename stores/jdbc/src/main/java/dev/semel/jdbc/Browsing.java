package dev.semel.jdbc;

import dev.semel.store.BrowsableStore.Position;
import dev.semel.store.BrowsableStore.Query;
import dev.semel.store.RecordId;
import dev.semel.store.RecordState;
import dev.semel.store.StoredRecord;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** What consoles and meters ask. All of it reads without locks. */
final class Browsing {
    private final Dialect dialect;

    Browsing(Dialect dialect) {
        this.dialect = dialect;
    }

    List<StoredRecord> browse(Connection connection, Query query) throws SQLException {
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
            return records(select);
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

    private static List<StoredRecord> records(PreparedStatement select) throws SQLException {
        try (ResultSet found = select.executeQuery()) {
            List<StoredRecord> records = new ArrayList<>();
            while (found.next()) {
                RecordId id = new RecordId(found.getString(15), found.getString(16), found.getString(17));
                records.add(Row.read(found).seenAs(id));
            }
            return records;
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
                + " WHERE format = 1 AND " + notOver() + ") s GROUP BY what";
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
