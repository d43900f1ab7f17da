package dev.semel.store;

import java.util.Objects;

/** What a claim found. Every case carries the record as it is right after the claim. */
public sealed interface ClaimResult {

    /** The record, as of the instant at which the store decided. */
    StoredRecord record();

    /**
     * The caller owns the record now; {@code record().token()} is its token.
     *
     * @param tookOver whether an earlier owner's lease had run out, so that what it did is not known
     */
    record Claimed(StoredRecord record, boolean tookOver) implements ClaimResult {
        public Claimed {
            Objects.requireNonNull(record, "record");
        }
    }

    /** Another owner is at work, and its lease is live. */
    record Busy(StoredRecord record) implements ClaimResult {
        public Busy {
            Objects.requireNonNull(record, "record");
        }
    }

    /** There is a result to replay. */
    record Settled(StoredRecord record) implements ClaimResult {
        public Settled {
            if (record.result() == null) {
                throw new IllegalArgumentException("a settled record has a result; " + record.id() + " has none");
            }
        }
    }

    /** The lease is over, and the request did not want to take over. */
    record InDoubt(StoredRecord record) implements ClaimResult {
        public InDoubt {
            Objects.requireNonNull(record, "record");
        }
    }

    /** The record belongs to a request with another fingerprint. */
    record Mismatch(StoredRecord record) implements ClaimResult {
        public Mismatch {
            Objects.requireNonNull(record, "record");
        }
    }
}
