package dev.semel.store;

import dev.semel.RecordState;
import java.time.Instant;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An optional extension of {@link Store} for consoles and meters, which list and count records. Not for use on the path
 * of a call: it may read many records.
 */
public interface BrowsableStore extends Store {

    /**
     * Returns matching records, in the order of their {@link Position}. Leaves out records past their retention, and
     * unreadable ones with a warning in the log. Fewer records than the limit means that there are no more.
     */
    List<StoredRecord> browse(Query query);

    /** Counts the records by their present state. States without records are not in the map. */
    Map<RecordState, Long> countByState();

    /**
     * The position of a record among all: oldest first, and by digest among those created at one instant.
     *
     * @param createdAt the record's
     * @param digest the record's, in hexadecimal digits
     */
    record Position(Instant createdAt, String digest) implements Comparable<Position> {
        private static final Comparator<Position> ORDER =
                Comparator.comparing(Position::createdAt).thenComparing(Position::digest);

        /** Returns the position of {@code record}; pass the last record's position to get the next page. */
        public static Position of(StoredRecord record) {
            return new Position(
                    record.createdAt(), HexFormat.of().formatHex(record.id().digest()));
        }

        @Override
        public int compareTo(Position other) {
            return ORDER.compare(this, other);
        }
    }

    /**
     * The records to look for; {@code null} means any.
     *
     * @param after leaves out this position and all before it
     * @param limit how many records to return at most, at least 1
     */
    record Query(
            @Nullable String operation,
            @Nullable String scope,
            @Nullable RecordState state,
            @Nullable Position after,
            int limit) {

        public Query {
            if (limit < 1) {
                throw new IllegalArgumentException("limit is " + limit + "; it must be at least 1");
            }
        }

        /** Returns a query for any records, at most {@code limit} of them. */
        public static Query first(int limit) {
            return new Query(null, null, null, null, limit);
        }

        /** Returns this query limited to one operation. */
        public Query withOperation(String name) {
            return new Query(name, scope, state, after, limit);
        }

        /** Returns this query limited to one scope. */
        public Query withScope(String name) {
            return new Query(operation, name, state, after, limit);
        }

        /** Returns this query limited to one state. */
        public Query withState(RecordState only) {
            return new Query(operation, scope, only, after, limit);
        }

        /** Returns this query limited to the records after {@code position}. */
        public Query withAfter(Position position) {
            return new Query(operation, scope, state, position, limit);
        }

        /** Returns whether a record matches. */
        public boolean matches(StoredRecord record) {
            return (operation == null || operation.equals(record.id().operation()))
                    && (scope == null || scope.equals(record.id().scope()))
                    && (state == null || state == record.state())
                    && (after == null || Position.of(record).compareTo(after) > 0);
        }
    }
}
