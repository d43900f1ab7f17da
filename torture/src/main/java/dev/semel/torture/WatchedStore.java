package dev.semel.torture;

import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.Nonce;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.Store;
import dev.semel.store.StoreException;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Writes into the journal what the engine asks of the store and what it is told, and reaches the points before and after. What could matter is
 * written down before it is sent, so that a process that dies has left word of it. A call begins after the point before it: one that stood still there
 * is late, and must not pass for one that was under way all the time.
 */
final class WatchedStore extends StoreAround {
    private static final Nonce NOBODY = new Nonce(0, 0);

    private final Journal journal;
    private final Points points;

    WatchedStore(Store target, Journal journal, Points points) {
        super(target);
        this.journal = journal;
        this.points = points;
    }

    @Override
    public ClaimResult claim(ClaimRequest request) {
        String id = Values.id(request.id());
        String asked = Values.request(request.fingerprint());
        journal.write(Kind.CLAIM, id, "n", request.nonce(), "q", asked);
        points.reach(Point.BEFORE_CLAIM);
        long began = System.nanoTime();
        ClaimResult result;
        try {
            result = super.claim(request);
        } catch (RuntimeException e) {
            journal.write(
                    Kind.CLAIM_FAILED,
                    id,
                    "b",
                    began,
                    "n",
                    request.nonce(),
                    "x",
                    e.getClass().getSimpleName());
            throw e;
        }
        write(result, request, began);
        if (result instanceof ClaimResult.Claimed) {
            points.reach(Point.AFTER_CLAIM);
        }
        return result;
    }

    private void write(ClaimResult result, ClaimRequest request, long began) {
        StoredRecord record = result.record();
        Result stored = result instanceof ClaimResult.Settled ? record.result() : null;
        journal.write(
                kindOf(result),
                Values.id(request.id()),
                "b",
                began,
                "n",
                request.nonce(),
                "q",
                Values.request(request.fingerprint()),
                "m",
                record.token().nonce(),
                "e",
                record.token().epoch(),
                "a",
                record.attempt(),
                "s",
                record.createdAt(),
                "r",
                Values.request(record.fingerprint()),
                "h",
                stored == null ? null : Values.hash(stored),
                "over",
                result instanceof ClaimResult.Claimed claimed && claimed.tookOver() ? 1 : null);
    }

    private static Kind kindOf(ClaimResult result) {
        if (result instanceof ClaimResult.Claimed) {
            return Kind.CLAIMED;
        } else if (result instanceof ClaimResult.Busy) {
            return result.record().token().nonce().equals(NOBODY) ? Kind.HELD_UP : Kind.BUSY;
        } else if (result instanceof ClaimResult.Settled) {
            return Kind.SETTLED;
        }
        return result instanceof ClaimResult.InDoubt ? Kind.IN_DOUBT : Kind.MISMATCH;
    }

    @Override
    public OwnerWrite renew(RecordId id, Token token, LeaseTerms terms) {
        journal.write(Kind.RENEW, Values.id(id), "n", token.nonce(), "e", token.epoch());
        points.reach(Point.BEFORE_RENEWAL);
        points.reach(Point.DURING_RENEWAL);
        long began = System.nanoTime();
        OwnerWrite write = sent(id, token, () -> super.renew(id, token, terms));
        Kind kind = write == OwnerWrite.APPLIED ? Kind.RENEWED : Kind.RENEWAL_REFUSED;
        journal.write(kind, Values.id(id), "b", began, "n", token.nonce(), "e", token.epoch());
        points.reach(Point.AFTER_RENEWAL);
        return write;
    }

    @Override
    public OwnerWrite settle(RecordId id, Token token, Result result, Duration retention) {
        Object[] what = {
            "n",
            token.nonce(),
            "e",
            token.epoch(),
            "h",
            Values.hash(result),
            "z",
            result.size(),
            "ms",
            retention.toMillis()
        };
        journal.write(Kind.SETTLE, Values.id(id), what);
        points.reach(Point.BEFORE_SETTLEMENT);
        long began = System.nanoTime();
        OwnerWrite write = sent(id, token, () -> super.settle(id, token, result, retention));
        Kind kind = write == OwnerWrite.APPLIED ? Kind.SETTLE_APPLIED : Kind.SETTLE_REFUSED;
        journal.write(kind, Values.id(id), with(began, what));
        points.reach(Point.AFTER_SETTLEMENT);
        return write;
    }

    @Override
    public OwnerWrite release(RecordId id, Token token, ReleaseAs as, Duration retention) {
        Object[] what = {"n", token.nonce(), "e", token.epoch(), "as", as, "ms", retention.toMillis()};
        journal.write(Kind.RELEASE, Values.id(id), what);
        points.reach(Point.BEFORE_RELEASE);
        long began = System.nanoTime();
        OwnerWrite write = sent(id, token, () -> super.release(id, token, as, retention));
        Kind kind = write == OwnerWrite.APPLIED ? Kind.RELEASE_APPLIED : Kind.RELEASE_REFUSED;
        journal.write(kind, Values.id(id), with(began, what));
        points.reach(Point.AFTER_RELEASE);
        return write;
    }

    /** A server whose memory is full may refuse claims, and nothing of an owner. */
    private OwnerWrite sent(RecordId id, Token token, Supplier<OwnerWrite> write) {
        try {
            return write.get();
        } catch (StoreException e) {
            if (String.valueOf(e.getMessage()).contains("OOM command not allowed")) {
                journal.write(Kind.OUT_OF_MEMORY, Values.id(id), "n", token.nonce(), "e", token.epoch());
            }
            throw e;
        }
    }

    private static Object[] with(long began, Object[] what) {
        Object[] all = new Object[what.length + 2];
        all[0] = "b";
        all[1] = began;
        System.arraycopy(what, 0, all, 2, what.length);
        return all;
    }
}
