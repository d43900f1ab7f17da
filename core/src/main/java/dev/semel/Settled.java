package dev.semel;

import dev.semel.store.Result;
import dev.semel.store.StoredRecord;
import java.util.Objects;

/** What a duplicate needs to be answered: kept by the near cache, and handed from the owner to those who joined it. */
record Settled(Fingerprint fingerprint, Result result, Facts facts) {

    static Settled of(StoredRecord record) {
        return new Settled(
                record.fingerprint(),
                Objects.requireNonNull(record.result(), "a settled record's result"),
                Facts.of(record));
    }
}
