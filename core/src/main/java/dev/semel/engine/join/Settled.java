package dev.semel.engine.join;

import dev.semel.Facts;
import dev.semel.Fingerprint;
import dev.semel.store.Result;
import dev.semel.store.StoredRecord;
import java.util.Objects;

/** What a duplicate needs to be answered: kept by the near cache, and handed from the owner to those who joined it. */
public record Settled(Fingerprint fingerprint, Result result, Facts facts) {

    public static Settled of(StoredRecord record) {
        return new Settled(
                record.fingerprint(),
                Objects.requireNonNull(record.result(), "a settled record's result"),
                record.facts());
    }
}
