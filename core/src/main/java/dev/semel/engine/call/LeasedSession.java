package dev.semel.engine.call;

import dev.semel.Context;
import dev.semel.LeaseLostException;
import dev.semel.StoreException;
import dev.semel.engine.store.Lease;
import dev.semel.engine.store.LeaseKeeper;
import dev.semel.session.Session;
import dev.semel.session.Terms;
import dev.semel.store.ClaimResult;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.ResultTooLargeException;
import dev.semel.store.Token;
import dev.semel.time.Moment;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Holds the record under a lease, which is renewed while the work runs. Every write carries the token, so an owner that has lost its lease changes nothing. */
final class LeasedSession implements Session<Context> {
    private static final Stored STORED = new Stored();

    private final Engine engine;
    private final LeaseKeeper leases;
    private final Terms terms;

    /** Set once the claim is granted. Read in places without stack for a call. */
    @Nullable
    Lease lease;

    LeasedSession(Definition<?> definition, Terms terms) {
        this.engine = definition.engine();
        this.leases = definition.leases();
        this.terms = terms;
    }

    @Override
    public Claim claim(Duration patience) {
        Moment askedAt = engine.now();
        ClaimResult result;
        try {
            result = engine.calls().claim(terms.claim());
        } catch (StoreException e) {
            return new Unknown(e);
        }
        if (result instanceof ClaimResult.Claimed claimed) {
            lease = new Lease(engine.calls(), claimed.record(), terms.claim().terms(), askedAt);
        }
        return new Found(result);
    }

    @Override
    public Context context(Context attempt) {
        return attempt;
    }

    Lease lease() {
        if (lease == null) {
            throw new IllegalStateException("the record is not claimed");
        }
        return lease;
    }

    Token token() {
        return lease().token();
    }

    /**
     * Starts renewals. Not called before the work starts, since a lease for work that never starts would be renewed
     * forever. If the lease has expired by now, the store decides whether the record is still this call's.
     *
     * @throws LeaseLostException if it is not
     * @throws StoreException if the store fails
     */
    @Override
    public void starting() {
        leases.keep(lease());
        if (!lease().isLive() && !lease().renewNow()) {
            throw new LeaseLostException(lease().facts());
        }
    }

    @Override
    public boolean undoes() {
        return false;
    }

    @Override
    public Written record(Result value, Duration retention) {
        return write(() -> engine.calls().settle(id(), token(), value, retention));
    }

    @Override
    public Written recordFailure(Result failure, Throwable thrown, Duration retention) {
        return record(failure, retention);
    }

    @Override
    public Written release(ReleaseAs as, Duration retention) {
        return write(() -> engine.calls().release(id(), token(), as, retention));
    }

    /** Stops renewals before the write: a late renewal could not be distinguished from a lost lease. */
    private Written write(Supplier<OwnerWrite> write) {
        stopRenewing();
        try {
            return write.get() == OwnerWrite.APPLIED ? STORED : new Overtaken();
        } catch (ResultTooLargeException e) {
            return new Refused(e);
        } catch (StoreException e) {
            return new Unknown(e);
        }
    }

    private RecordId id() {
        return terms.claim().id();
    }

    @Override
    public boolean isLive() {
        return lease().isLive();
    }

    @Override
    public Duration timeLeft() {
        return lease().timeLeft();
    }

    /** Returns whether a renewal is in flight that could revive an abandoned lease. */
    boolean isBeingRenewed() {
        return lease().isBeingRenewed();
    }

    void stopRenewing() {
        Lease held = lease;
        if (held != null) {
            leases.drop(held);
        }
    }

    /** The lease is left to expire if nothing was written. */
    @Override
    public void close() {
        stopRenewing();
    }
}
