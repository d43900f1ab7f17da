package dev.semel.boot.actuator;

import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.Nonce;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.Store;
import dev.semel.store.StoredRecord;
import dev.semel.store.UnreadableRecordException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.function.Function;

/**
 * Ends a record by hand, in the way its owner would: claims it, which takes it over if it is abandoned, then settles or
 * releases it. If this process dies in between, the lease expires and the record is abandoned as before. A record with
 * a live owner or with a result is left unchanged.
 */
final class RecordDesk {
    /** The outcome if there is no record. */
    static final String NOT_FOUND = "not found";

    private static final LeaseTerms SHORT = new LeaseTerms(Duration.ofMinutes(1), null);

    private final Store store;
    private final SecureRandom random = new SecureRandom();

    RecordDesk(Store store) {
        this.store = store;
    }

    /** Releases a record, so that the next call runs, and returns the outcome. */
    String release(RecordId id, Duration retention) {
        return end(id, mine -> store.release(id, mine.token(), ReleaseAs.RUNNABLE, retention), "released");
    }

    /** Settles a record with a result, as if its operation had completed with it, and returns the outcome. */
    String settle(RecordId id, Result result, Duration retention) {
        return end(id, mine -> store.settle(id, mine.token(), result, retention), "settled");
    }

    private String end(RecordId id, Function<StoredRecord, OwnerWrite> write, String done) {
        try {
            return endIfFound(id, write, done);
        } catch (UnreadableRecordException e) {
            return "left alone: unreadable; delete it in the store if it may run again";
        }
    }

    private String endIfFound(RecordId id, Function<StoredRecord, OwnerWrite> write, String done) {
        StoredRecord found = store.find(id).orElse(null);
        if (found == null) {
            return NOT_FOUND;
        }
        ClaimRequest byHand = new ClaimRequest(
                id, found.fingerprint(), () -> new Nonce(random.nextLong(), random.nextLong()), SHORT, true);
        ClaimResult claim = store.claim(byHand);
        if (claim instanceof ClaimResult.Claimed mine) {
            return write.apply(mine.record()) == OwnerWrite.APPLIED ? done : "lost to another owner";
        } else if (claim instanceof ClaimResult.Busy) {
            return "left alone: its owner is alive";
        } else if (claim instanceof ClaimResult.Settled) {
            return "left alone: it has a result";
        }
        return "left alone: changed in the meantime";
    }
}
