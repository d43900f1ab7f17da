package dev.semel.store;

import dev.semel.RecordState;
import java.time.Instant;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a store may offer beyond {@link Store} so that consoles and meters can look around. Not for use on the path of a call: it may
 * read many records.
 */
public interface BrowsableStore extends Store {

    /**
     * Returns records that match, in the order of their {@link Position}. What is past its retention is left out, and so is
     * what can't be read, with a warning in the log. Fewer than asked for means that there are no more.
     */
    List<StoredRecord> browse(Query query);

    /** Counts the records by what state they are in now. A state with no record is not in the map. */
    Map<RecordState, Long> countByState();

    /**
     * Where a record stands among all: oldest first, and by digest among those of one instant.
     *
     * @param createdAt the record's
     * @param digest the record's, in hexadecimal digits
     */
    record Position(Instant createdAt, String digest) implements Comparable<Position> {
        private static final Comparator<Position> ORDER =
                Comparator.comparing(Position::createdAt).thenComparing(Position::digest);

        /** Where {@code record} stands; hand in the last record's position for the next page. */
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
     * What to look for; {@code null} means any.
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

        /** Any record, at most {@code limit} of them. */
        public static Query first(int limit) {
            return new Query(null, null, null, null, limit);
        }

        /** The same, only for one operation. */
        public Query withOperation(String name) {
            return new Query(name, scope, state, after, limit);
        }

        /** The same, only for one scope. */
        public Query withScope(String name) {
            return new Query(operation, name, state, after, limit);
        }

        /** The same, only in one state. */
        public Query withState(RecordState only) {
            return new Query(operation, scope, only, after, limit);
        }

        /** The same, from the record that comes after {@code position}. */
        public Query withAfter(Position position) {
            return new Query(operation, scope, state, position, limit);
        }

        /** Whether a record is one of those looked for. */
        public boolean matches(StoredRecord record) {
            return (operation == null || operation.equals(record.id().operation()))
                    && (scope == null || scope.equals(record.id().scope()))
                    && (state == null || state == record.state())
                    && (after == null || Position.of(record).compareTo(after) > 0);
        }
    }
}
