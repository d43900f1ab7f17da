package dev.semel.engine.store;

import dev.semel.Event;
import dev.semel.Facts;
import dev.semel.SemelException;
import dev.semel.store.LeaseTerms;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import dev.semel.time.Moment;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * An owner's view of its exclusive time. It counts from before the call that the store confirmed last, and by both
 * clocks ({@link Moment}). So it never lasts longer than the store's, even after the machine was suspended.
 */
public final class Lease {
    private final StoreCalls calls;
    private final RecordId id;
    private final Token token;
    private final LeaseTerms terms;
    private final Facts facts;
    private final AtomicBoolean renewing = new AtomicBoolean();
    private final AtomicBoolean lost = new AtomicBoolean();
    private volatile Moment confirmedAt;

    /** Set by a field write in places without stack for a call. */
    public volatile boolean ended;

    /** Creates the lease of a claim that was granted, measured from the moment before the claim was sent. */
    public Lease(StoreCalls calls, StoredRecord record, LeaseTerms terms, Moment askedAt) {
        this.calls = calls;
        this.id = record.id();
        this.token = record.token();
        this.terms = terms;
        this.facts = record.facts();
        this.confirmedAt = askedAt;
    }

    /** Returns the token of the owner. */
    public Token token() {
        return token;
    }

    /** Returns the facts of the record when it was claimed. */
    public Facts facts() {
        return facts;
    }

    /** Returns the time until the lease expires; zero if it has expired or was lost. */
    public Duration timeLeft() {
        long left = nanosLeft();
        return lost.get() || left <= 0 ? Duration.ZERO : Duration.ofNanos(left);
    }

    private long nanosLeft() {
        return confirmedAt.plus(terms.lease()).nanosLeft(calls.now());
    }

    /** Returns whether the lease has not expired and was not lost. */
    public boolean isLive() {
        return !timeLeft().isZero();
    }

    /** Stops renewals: the owner is about to settle or release. */
    void end() {
        ended = true;
    }

    /** Returns whether {@link #renew} has to be called now. After returning true, it returns false until that has been done. */
    boolean beginRenewal() {
        long lease = terms.lease().toNanos();
        boolean due = !ended && !lost.get() && lease - nanosLeft() >= lease / 3;
        return due && renewing.compareAndSet(false, true);
    }

    /** Takes back {@link #beginRenewal}, since the renewal can't be done now. */
    void renewalPutOff() {
        renewing.set(false);
    }

    void renew() {
        try {
            if (ended || lost.get()) {
                return;
            }
            renewNow();
        } catch (SemelException e) {
            return; // reported as an event; the next tick tries again
        } finally {
            renewing.set(false);
        }
    }

    /** Renews on the calling thread. Returns false if the lease is lost. */
    public boolean renewNow() {
        Moment askedAt = calls.now();
        boolean renewed = calls.renew(id, token, terms) == OwnerWrite.APPLIED;
        if (renewed) {
            confirmedAt = askedAt;
        } else if (!ended) { // a renewal that arrives after the settlement is refused too
            lose();
        }
        return renewed;
    }

    /** Returns whether a renewal is in flight or about to start. */
    public boolean isBeingRenewed() {
        return renewing.get();
    }

    /** Marks the lease as lost, after the store has answered that another owner has the record. */
    public void lose() {
        if (lost.compareAndSet(false, true)) {
            calls.report(() -> new Event.LeaseLost(facts));
        }
    }

    /** By the record, not by address, so that leases are renewed in the same order in every run of a simulation. */
    @Override
    public int hashCode() {
        return id.hashCode();
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }
}
