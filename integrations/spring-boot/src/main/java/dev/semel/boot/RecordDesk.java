package dev.semel.boot;

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
 * Ends a record by hand, as an owner would: it is claimed, which takes it over if its owner has gone, and then settled or released. If this process
 * dies in between, its lease runs out and the record is abandoned as before. A record with an owner that lives, or with a result, is left alone.
 */
final class RecordDesk {
    private static final LeaseTerms SHORT = new LeaseTerms(Duration.ofMinutes(1), null);

    private final Store store;
    private final SecureRandom random = new SecureRandom();

    RecordDesk(Store store) {
        this.store = store;
    }

    /** Lets the next call run. */
    String release(RecordId id, Duration retention) {
        return end(id, mine -> store.release(id, mine.token(), ReleaseAs.RUNNABLE, retention), "released");
    }

    /** Gives the record a result, as if its operation had come to an end with it. */
    String settle(RecordId id, Result result, Duration retention) {
        return end(id, mine -> store.settle(id, mine.token(), result, retention), "settled");
    }

    private String end(RecordId id, Function<StoredRecord, OwnerWrite> write, String done) {
        try {
            return endIfFound(id, write, done);
        } catch (UnreadableRecordException e) {
            return "left alone: it can't be read; delete it in the store if it may run again";
        }
    }

    private String endIfFound(RecordId id, Function<StoredRecord, OwnerWrite> write, String done) {
        StoredRecord found = store.find(id).orElse(null);
        if (found == null) {
            return "not found";
        }
        ClaimRequest byHand = new ClaimRequest(
                id, found.fingerprint(), () -> new Nonce(random.nextLong(), random.nextLong()), SHORT, true);
        ClaimResult claim = store.claim(byHand);
        if (claim instanceof ClaimResult.Claimed mine) {
            return write.apply(mine.record()) == OwnerWrite.APPLIED ? done : "lost to another owner";
        } else if (claim instanceof ClaimResult.Busy) {
            return "left alone: its owner lives";
        } else if (claim instanceof ClaimResult.Settled) {
            return "left alone: it has a result";
        }
        return "left alone: it has changed meanwhile";
    }
}
