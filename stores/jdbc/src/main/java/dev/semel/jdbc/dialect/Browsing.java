package dev.semel.jdbc.dialect;

import dev.semel.RecordState;
import dev.semel.jdbc.record.Row;
import dev.semel.jdbc.sql.Micros;
import dev.semel.store.BrowsableStore.Position;
import dev.semel.store.BrowsableStore.Query;
import dev.semel.store.RecordId;
import dev.semel.store.StoredRecord;
import dev.semel.store.UnreadableRecordException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The queries of consoles and meters. All of them read without locks. */
public final class Browsing {
    private static final System.Logger LOG = System.getLogger("dev.semel.jdbc");

    /** A query with all restrictions. */
    public static final Query EVERYTHING =
            new Query("operation", "scope", RecordState.IN_PROGRESS, new Position(Instant.EPOCH, ""), 1);

    private final String now;
    private final Function<Query, String> browse;
    private final String countByState;
    private final String count;
    private final String countOver;

    /** Composes the statements. */
    public Browsing(Dialect dialect) {
        this.now = dialect.now();
        String table = dialect.table();
        this.browse = dialect.named("browse", EVERYTHING, query -> browse(table, query));
        this.countByState = dialect.named("count by state", countByState(table));
        this.count = dialect.named("count", count(table, ""));
        this.countOver = dialect.named("count overdue", count(table, " WHERE expires_at <= " + now));
    }

    /**
     * Returns a page of records. Damaged records are skipped and others read in their place, so a page that is not full is the last one.
     */
    public List<StoredRecord> browse(Connection connection, Query query) throws SQLException {
        List<StoredRecord> records = new ArrayList<>();
        Query next = query;
        while (next != null) {
            next = readPage(connection, next, records);
        }
        return records;
    }

    /** Reads a page, and returns the query for the rest of it; {@code null} if it is complete. */
    private @Nullable Query readPage(Connection connection, Query query, List<StoredRecord> records)
            throws SQLException {
        List<Object> values = values(query);
        try (PreparedStatement select = connection.prepareStatement(browse.apply(query))) {
            for (int i = 0; i < values.size(); i++) {
                select.setObject(i + 1, values.get(i));
            }
            return read(select, query, records);
        }
    }

    private String browse(String table, Query query) {
        return "SELECT " + Row.COLUMNS + ", " + now + ", operation, scope, record_key FROM " + table
                + " WHERE format = " + Row.FORMAT + " AND " + notOver()
                + (query.operation() == null ? "" : " AND operation = ?")
                + (query.scope() == null ? "" : " AND scope = ?")
                + (query.state() == null ? "" : " AND " + condition(query.state()))
                + (query.after() == null ? "" : " AND (created_at > ? OR (created_at = ? AND digest > ?))")
                + " ORDER BY created_at, digest LIMIT ?";
    }

    private static List<Object> values(Query query) {
        List<Object> values = new ArrayList<>();
        if (query.operation() != null) {
            values.add(query.operation());
        }
        if (query.scope() != null) {
            values.add(query.scope());
        }
        Position after = query.after();
        if (after != null) {
            long createdAt = Micros.of(after.createdAt());
            values.addAll(List.of(createdAt, createdAt, HexFormat.of().parseHex(after.digest())));
        }
        values.add(query.limit());
        return values;
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
            LOG.log(System.Logger.Level.WARNING, "a record is skipped: {0}", e.getMessage());
            return false;
        }
    }

    private String countByState(String table) {
        String states = Arrays.stream(RecordState.values())
                .map(state -> " WHEN " + condition(state) + " THEN '" + state.name() + "'")
                .collect(Collectors.joining());
        return "SELECT what, COUNT(*) FROM (SELECT CASE" + states + " END AS what FROM " + table + " WHERE format = "
                + Row.FORMAT + " AND state BETWEEN " + Row.IN_PROGRESS + " AND " + Row.FAILED + " AND " + notOver()
                + ") s GROUP BY what";
    }

    private static String count(String table, String which) {
        return "SELECT COUNT(*) FROM (SELECT 1 AS one FROM " + table + which + " LIMIT ?) s";
    }

    /** Returns the number of records in each state that occurs. */
    public Map<RecordState, Long> countByState(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(countByState);
                ResultSet found = select.executeQuery()) {
            Map<RecordState, Long> counts = new EnumMap<>(RecordState.class);
            while (found.next()) {
                counts.put(RecordState.valueOf(found.getString(1)), found.getLong(2));
            }
            return counts;
        }
    }

    /** Returns the number of rows, or {@code most} if there are more. */
    public long count(Connection connection, boolean overOnly, long most) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(overOnly ? countOver : count)) {
            select.setLong(1, most);
            try (ResultSet found = select.executeQuery()) {
                found.next();
                return found.getLong(1);
            }
        }
    }

    private String notOver() {
        return "(expires_at IS NULL OR expires_at > " + now + ")";
    }

    private String condition(RecordState state) {
        String inProgress = "state = " + Row.IN_PROGRESS;
        String leaseOver = inProgress + " AND lease_end <= " + now;
        return switch (state) {
            case IN_PROGRESS -> inProgress + " AND lease_end > " + now;
            case ABANDONED -> leaseOver + " AND expires_at IS NOT NULL";
            case IN_DOUBT -> leaseOver + " AND expires_at IS NULL";
            case RELEASED -> "state = " + Row.RELEASED;
            case COMPLETED -> "state = " + Row.COMPLETED;
            case FAILED -> "state = " + Row.FAILED;
        };
    }
}
