package dev.semel.engine.store;

import dev.semel.store.LeaseTerms;
import dev.semel.time.Timekeeper;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Renews the leases of one operation while its work runs. Every sixth of a lease it checks all leases, and renews those
 * older than a third. So there is one timer for all leases, no renewal for short work, and time for more tries if a
 * renewal fails.
 */
public final class LeaseKeeper {
    private static final long PAUSE_AFTER_FAILURE = TimeUnit.MILLISECONDS.toNanos(10);

    private final Set<Lease> held = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean ticking = new AtomicBoolean();
    private final Timekeeper time;
    private final Duration period;
    private final boolean renewing;

    /** Creates a keeper, which renews leases only if {@code renewing} is set. */
    public LeaseKeeper(Timekeeper time, LeaseTerms terms, boolean renewing) {
        this.time = time;
        this.renewing = renewing;
        this.period = terms.lease().dividedBy(6);
    }

    /** Renews a lease from now on, until it is dropped or lost. */
    public void keep(Lease lease) {
        if (!renewing) {
            return;
        }
        held.add(lease);
        try {
            startTicking();
        } catch (Throwable thrown) {
            held.remove(lease);
            throw thrown;
        }
    }

    /** Ends a lease, and its renewal. */
    public void drop(Lease lease) {
        lease.end();
        held.remove(lease);
    }

    private void startTicking() {
        if (!ticking.compareAndSet(false, true)) {
            return;
        }
        try {
            time.brieflyAfter(period, this::tick);
        } catch (Throwable thrown) {
            ticking.set(false); // the next lease to be kept tries again
            throw thrown;
        }
    }

    /** Each lease is renewed in a separate task: one that hangs, or for which there is no thread, must not block the others. */
    private void renew(Lease lease) {
        try {
            time.inBackground(lease::renew);
        } catch (Throwable thrown) {
            lease.renewalPutOff(); // until the next tick
        }
    }

    private void tick() {
        ticking.set(false);
        try {
            held.removeIf(lease -> lease.ended);
            for (Lease lease : held) {
                if (lease.beginRenewal()) {
                    renew(lease);
                }
            }
        } finally {
            tickAgain();
        }
    }

    /** Leases must not end because memory was short for a moment. */
    private void tickAgain() {
        try {
            if (!held.isEmpty()) {
                startTicking();
            }
        } catch (Throwable thrown) {
            time.inBackground(() -> {
                LockSupport.parkNanos(PAUSE_AFTER_FAILURE);
                tickAgain();
            });
        }
    }
}
