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
 * An owner's view of its exclusive time. It counts from before the call that the store confirmed last, and by both clocks
 * ({@link Moment}), so it never believes longer than the store does, even after the machine was suspended.
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

    /** Set by a field write where there may be no stack for a call. */
    public volatile boolean ended;

    public Lease(StoreCalls calls, StoredRecord record, LeaseTerms terms, Moment askedAt) {
        this.calls = calls;
        this.id = record.id();
        this.token = record.token();
        this.terms = terms;
        this.facts = record.facts();
        this.confirmedAt = askedAt;
    }

    public Token token() {
        return token;
    }

    public Facts facts() {
        return facts;
    }

    public Duration timeLeft() {
        long left = nanosLeft();
        return lost.get() || left <= 0 ? Duration.ZERO : Duration.ofNanos(left);
    }

    private long nanosLeft() {
        return confirmedAt.plus(terms.lease()).nanosLeft(calls.now());
    }

    public boolean isLive() {
        return !timeLeft().isZero();
    }

    /** No renewals from now on: the owner is about to settle or release. */
    void end() {
        ended = true;
    }

    /** Whether {@link #renew} has to be called now. Once it has said so, it does not again until that has been done. */
    boolean beginRenewal() {
        long lease = terms.lease().toNanos();
        boolean due = !ended && !lost.get() && lease - nanosLeft() >= lease / 3;
        return due && renewing.compareAndSet(false, true);
    }

    /** The renewal that was begun can't be done now. */
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
            return; // told as an event; the next tick tries again
        } finally {
            renewing.set(false);
        }
    }

    /** Renews in this very call; false if the lease is lost. */
    public boolean renewNow() {
        Moment askedAt = calls.now();
        boolean renewed = calls.renew(id, token, terms) == OwnerWrite.APPLIED;
        if (renewed) {
            confirmedAt = askedAt;
        } else if (!ended) { // a renewal that comes after the settlement is refused too
            lose();
        }
        return renewed;
    }

    /** Whether a renewal is under way, or about to be. */
    public boolean isBeingRenewed() {
        return renewing.get();
    }

    /** The store has said that another owner has the record. */
    public void lose() {
        if (lost.compareAndSet(false, true)) {
            calls.tell(() -> new Event.LeaseLost(facts));
        }
    }

    /** By the record, not by address: the order in which leases are renewed is then the same in every run of a simulation. */
    @Override
    public int hashCode() {
        return id.hashCode();
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }
}
