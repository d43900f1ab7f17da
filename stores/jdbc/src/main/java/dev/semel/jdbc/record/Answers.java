package dev.semel.jdbc.record;

import dev.semel.Fingerprint;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The database's answers to a batch. */
public final class Answers {
    private final Map<Fingerprint, Row> rows = new HashMap<>();
    private final Set<Fingerprint> afterWrite = new HashSet<>();
    private final Set<Fingerprint> applied = new HashSet<>();

    /** Adds a row that was found without a write by its claim. */
    public void found(Row row) {
        rows.put(row.digest(), row);
    }

    /** Adds a row as it is after a claim's write, whether or not the write changed it. */
    public void afterWrite(Row row) {
        rows.put(row.digest(), row);
        afterWrite.add(row.digest());
    }

    /** Notes that the owner's write of this record is in the table. */
    public void applied(Fingerprint digest) {
        applied.add(digest);
    }

    /** Returns the row of a record; {@code null} if the database returned none. */
    @Nullable
    public Row row(Fingerprint digest) {
        return rows.get(digest);
    }

    /** Returns whether the row of a record was read after a claim's write. */
    public boolean isAfterWrite(Fingerprint digest) {
        return afterWrite.contains(digest);
    }

    /** Returns whether the owner's write of a record is in the table. */
    public boolean isApplied(Fingerprint digest) {
        return applied.contains(digest);
    }
}
