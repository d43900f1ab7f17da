package dev.semel.engine.join;

import dev.semel.Facts;
import dev.semel.Fingerprint;
import dev.semel.store.Result;
import dev.semel.store.StoredRecord;
import java.util.Objects;

/** The answer to a duplicate, as the near cache holds it and as the owner passes it to its waiters. */
public record Settled(Fingerprint fingerprint, Result result, Facts facts) {

    /** Returns the answer that a settled record holds. */
    public static Settled of(StoredRecord record) {
        return new Settled(
                record.fingerprint(),
                Objects.requireNonNull(record.result(), "a settled record's result"),
                record.facts());
    }
}
