package dev.semel.jdbc.record;

import dev.semel.Fingerprint;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the database said to a batch. */
public final class Answers {
    private final Map<Fingerprint, Row> rows = new HashMap<>();
    private final Set<Fingerprint> afterWrite = new HashSet<>();
    private final Set<Fingerprint> applied = new HashSet<>();

    /** A row as it was found, without a write of a claim. */
    public void found(Row row) {
        rows.put(row.digest(), row);
    }

    /** A row as it is after the write of a claim, whether or not that was let through. */
    public void afterWrite(Row row) {
        rows.put(row.digest(), row);
        afterWrite.add(row.digest());
    }

    /** The owner's write of this record is in the table. */
    public void applied(Fingerprint digest) {
        applied.add(digest);
    }

    @Nullable
    public Row row(Fingerprint digest) {
        return rows.get(digest);
    }

    public boolean isAfterWrite(Fingerprint digest) {
        return afterWrite.contains(digest);
    }

    public boolean isApplied(Fingerprint digest) {
        return applied.contains(digest);
    }
}
