package dev.semel.store;

import java.util.Objects;

/** The result of a claim. Every case carries the record as it is right after the claim. */
public sealed interface ClaimResult {

    /** Returns the record, as of the instant at which the store decided. */
    StoredRecord record();

    /**
     * The caller owns the record now; {@code record().token()} is its token.
     *
     * @param tookOver whether an earlier owner's lease had expired, so that the outcome of its attempt is unknown
     */
    record Claimed(StoredRecord record, boolean tookOver) implements ClaimResult {
        public Claimed {
            Objects.requireNonNull(record, "record");
        }
    }

    /** Another owner is running the work, and its lease is live. */
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

    /** The lease has expired, and the request did not ask to take over. */
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
