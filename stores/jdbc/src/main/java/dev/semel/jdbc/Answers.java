package dev.semel.jdbc;

import dev.semel.Fingerprint;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the database said to a batch. */
final class Answers {
    private final Map<Fingerprint, Row> rows = new HashMap<>();
    private final Set<Fingerprint> afterWrite = new HashSet<>();
    private final Set<Fingerprint> applied = new HashSet<>();

    /** A row as it was found, without a write of a claim. */
    void found(Row row) {
        rows.put(row.digest(), row);
    }

    /** A row as it is after the write of a claim, whether or not that was let through. */
    void afterWrite(Row row) {
        rows.put(row.digest(), row);
        afterWrite.add(row.digest());
    }

    /** The owner's write of this record is in the table. */
    void applied(Fingerprint digest) {
        applied.add(digest);
    }

    @Nullable
    Row row(Fingerprint digest) {
        return rows.get(digest);
    }

    boolean isAfterWrite(Fingerprint digest) {
        return afterWrite.contains(digest);
    }

    boolean isApplied(Fingerprint digest) {
        return applied.contains(digest);
    }
}
