package dev.semel;

import dev.semel.store.LeaseTerms;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * An owner's view of its exclusive time. It counts from before the call that the store confirmed last, and by both clocks
 * ({@link Moment}), so it never believes longer than the store does, even after the machine was suspended.
 */
final class Lease {
    private final Engine engine;
    private final RecordId id;
    private final Token token;
    private final LeaseTerms terms;
    private final Facts facts;
    private final AtomicBoolean renewing = new AtomicBoolean();
    private final AtomicBoolean lost = new AtomicBoolean();
    private volatile Moment confirmedAt;

    /** Set by a field write where there may be no stack for a call. */
    volatile boolean ended;

    Lease(Engine engine, StoredRecord record, LeaseTerms terms, Moment askedAt) {
        this.engine = engine;
        this.id = record.id();
        this.token = record.token();
        this.terms = terms;
        this.facts = Facts.of(record);
        this.confirmedAt = askedAt;
    }

    Token token() {
        return token;
    }

    Facts facts() {
        return facts;
    }

    Duration timeLeft() {
        long left = nanosLeft();
        return lost.get() || left <= 0 ? Duration.ZERO : Duration.ofNanos(left);
    }

    private long nanosLeft() {
        return confirmedAt.plus(terms.lease()).nanosLeft(engine.now());
    }

    boolean isLive() {
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
    boolean renewNow() {
        Moment askedAt = engine.now();
        boolean renewed = engine.renew(id, token, terms) == OwnerWrite.APPLIED;
        if (renewed) {
            confirmedAt = askedAt;
        } else if (!ended) { // a renewal that comes after the settlement is refused too
            lose();
        }
        return renewed;
    }

    /** Whether a renewal is under way, or about to be. */
    boolean isBeingRenewed() {
        return renewing.get();
    }

    /** The store has said that another owner has the record. */
    void lose() {
        if (lost.compareAndSet(false, true)) {
            engine.tell(() -> new Event.LeaseLost(facts));
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
