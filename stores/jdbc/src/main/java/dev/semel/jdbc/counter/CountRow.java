package dev.semel.jdbc.counter;

import dev.semel.Fingerprint;
import dev.semel.counter.store.CountCall;
import dev.semel.counter.store.CountChange;
import dev.semel.counter.store.CountChange.UnknownSubjects;
import dev.semel.counter.store.Span;
import dev.semel.counter.store.StoredCount;
import dev.semel.jdbc.sql.Micros;
import java.nio.ByteBuffer;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** One change of a call as its statements bind it: times in microseconds, and the row that it would create. */
record CountRow(CountCall call, CountChange change, Fingerprint digest) {
    static final String COLUMNS = "digest, counter, subject, window_start, window_end, count, kept_until";
    static final String COUNTED = "window_start, window_end, count";

    static CountRow of(CountCall call, CountChange change) {
        return new CountRow(call, change, Fingerprint.fromBytes(call.id(change).digest()));
    }

    byte[] key() {
        return digest.bytes();
    }

    boolean isSession() {
        return change.span() instanceof Span.Session;
    }

    boolean mayCreate() {
        return change.subjects() == UnknownSubjects.CREATE;
    }

    Instant start() {
        return change.span() instanceof Span.Session session ? session.at() : ((Span.Fixed) change.span()).start();
    }

    Instant end() {
        return change.span() instanceof Span.Session session
                ? session.at().plus(session.idle())
                : ((Span.Fixed) change.span()).end();
    }

    /** Returns the longest duration of a session; 0 for a fixed window. */
    long longest() {
        return change.span() instanceof Span.Session session ? Micros.of(session.longest()) : 0;
    }

    /** Returns the greatest count to which the change may be added. */
    long room() {
        return change.limit() - change.amount();
    }

    @Nullable
    Long keep() {
        return change.keep().isZero() ? null : Micros.of(change.keep());
    }

    private @Nullable Long keptUntil(Instant end) {
        return change.keep().isZero() ? null : Micros.of(end.plus(change.keep()));
    }

    byte[] nonce() {
        return ByteBuffer.allocate(16)
                .putLong(call.nonce().high())
                .putLong(call.nonce().low())
                .array();
    }

    /** Binds {@link #COLUMNS} with these values; returns the last index. */
    int bind(PreparedStatement insert, StoredCount count) throws SQLException {
        insert.setBytes(1, key());
        insert.setString(2, change.counter());
        insert.setString(3, call.subject());
        insert.setLong(4, Micros.of(count.start()));
        insert.setLong(5, Micros.of(count.end()));
        insert.setLong(6, count.count());
        insert.setObject(7, keptUntil(count.end()), Types.BIGINT);
        return 7;
    }

    /** Binds the row that the change would create. */
    int bindNew(PreparedStatement insert) throws SQLException {
        return bind(insert, new StoredCount(start(), end(), change.amount()));
    }

    /** Reads {@link #COUNTED}, beginning at a column. */
    static StoredCount read(ResultSet row, int first) throws SQLException {
        return new StoredCount(
                Micros.instant(row.getLong(first)), Micros.instant(row.getLong(first + 1)), row.getLong(first + 2));
    }

    static int compareByKey(CountRow one, CountRow other) {
        return Arrays.compareUnsigned(one.key(), other.key());
    }
}
