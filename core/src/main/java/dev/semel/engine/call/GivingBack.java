package dev.semel.engine.call;

import dev.semel.RecordState;
import dev.semel.StoreException;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.ReleaseAs;
import dev.semel.store.StoredRecord;
import dev.semel.thread.StackRoom;
import dev.semel.time.Backoff;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Gives back, in the background, the records that a call may have claimed although its work did not run, because the
 * reply to its claim or its release was lost. Otherwise such a record would be in doubt when its lease ends.
 *
 * <ol>
 *   <li>Read the record. If it is not in progress under the nonce of the claim, there is nothing to give back. Unlike a
 *       claim, a read never claims the record if the lost claim did not.
 *   <li>Where a reconciler may have to be asked, repeat the claim: the store recognises it and returns whether it was a
 *       takeover.
 *   <li>Release with the token of the record. If another owner took over in between, the release is refused.
 *   <li>The claim may still be in flight and be applied after the release, so look again at growing intervals, for
 *       about two minutes. Where an abandoned record may run again, one look is enough: a late claim is taken over when
 *       its lease ends.
 * </ol>
 *
 * <p>There is one look at a time, whatever the number of records, so that a store that hangs blocks only one thread.
 * While the store fails, the pauses grow.
 */
final class GivingBack {
    static final int MOST = 1_000;
    private static final Duration FIRST_LOOK = Duration.ofMillis(20);
    private static final Duration KEEP_LOOKING = Duration.ofMinutes(1);
    private static final Duration KEEP_TRYING = Duration.ofDays(1);

    /** A claim without running work, and how its record is to be released. */
    private static final class Unrun {
        final Definition<?> definition;
        final ClaimRequest request;
        final boolean nothingDone;
        final long since;
        Duration pause = FIRST_LOOK;

        Unrun(Definition<?> definition, ClaimRequest request, boolean nothingDone) {
            this.definition = definition;
            this.request = request;
            this.nothingDone = nothingDone;
            this.since = definition.engine().time().nanoTime();
        }

        /** Returns whether to try again. A record that may run again counts as given back when its lease has ended. */
        boolean isWorthTrying() {
            return !isOlderThan(definition.mayRunAgain() ? definition.settings().lease() : KEEP_TRYING);
        }

        boolean isOlderThan(Duration age) {
            return definition.engine().time().nanoTime() - since >= age.toNanos();
        }
    }

    private final Engine engine;
    private final Queue<Unrun> due = new ConcurrentLinkedQueue<>();
    private final AtomicInteger held = new AtomicInteger();
    private final AtomicBoolean looking = new AtomicBoolean();
    private Backoff failing = Backoff.forFailures();

    GivingBack(Engine engine) {
        this.engine = engine;
    }

    /**
     * Adds a claim. Beyond {@link #MOST} claims it does nothing, and the lease expires.
     *
     * @param nothingDone whether a first attempt is forgotten; otherwise its work ran without effect, and the record
     *     keeps its fingerprint
     */
    void add(Definition<?> definition, ClaimRequest request, boolean nothingDone) {
        if (held.incrementAndGet() > MOST) {
            held.decrementAndGet();
            return;
        }
        Unrun unrun = new Unrun(definition, request, nothingDone);
        if (!tryLater(unrun)) {
            due.add(unrun);
        }
    }

    /** Returns false if there is no timer, or no stack for it. The caller must not fail because of that. */
    private boolean tryLater(Unrun unrun) {
        Duration pause = unrun.pause;
        unrun.pause = pause.multipliedBy(4);
        try {
            var unused = engine.time().brieflyAfter(pause, () -> {
                due.add(unrun);
                start();
            });
            return true;
        } catch (Throwable thrown) {
            return false;
        }
    }

    /** Looks at claims for which there was no timer. To be called now and then. */
    void wake() {
        if (!due.isEmpty()) {
            StackRoom.requireLittle();
            start();
        }
    }

    private void start() {
        if (!due.isEmpty() && looking.compareAndSet(false, true)) {
            goOn();
        }
    }

    private void goOn() {
        try {
            engine.time().inBackground(this::lookAtAll);
        } catch (Throwable thrown) {
            rest(failing.next());
        }
    }

    /** Pauses the looks. No other thread starts one meanwhile. */
    private void rest(Duration pause) {
        try {
            var unused = engine.time().brieflyAfter(pause, this::goOn);
        } catch (Throwable thrown) {
            looking.set(false); // the next claim that is due tries again
        }
    }

    private void lookAtAll() {
        for (Unrun next = due.poll(); next != null; next = due.poll()) {
            Duration pause = lookAt(next);
            if (!pause.isZero()) {
                rest(pause);
                return;
            }
        }
        looking.set(false);
        start(); // claims that became due in the meantime
    }

    /** Looks at one record. Returns how long to pause before the store is asked again. */
    private Duration lookAt(Unrun unrun) {
        boolean done;
        try {
            done = giveBack(unrun);
        } catch (StoreException | Error e) {
            if (engine.isClosed()) {
                due.clear();
            } else if (unrun.isWorthTrying()) {
                due.add(unrun);
            } else {
                held.decrementAndGet();
            }
            return failing.next();
        } catch (RuntimeException e) {
            done = true; // an unreadable record does not belong to this claim
        }
        failing = Backoff.forFailures();
        if (done || !tryLater(unrun)) {
            held.decrementAndGet();
        }
        return Duration.ZERO;
    }

    /** Returns whether no further look is needed. */
    private boolean giveBack(Unrun unrun) {
        ClaimRequest request = unrun.request;
        StoredRecord record = engine.calls().find(request.id()).orElse(null);
        if (record != null && isHeldBy(request, record)) {
            boolean first = record.attempt() == 1;
            boolean asked = !first && unrun.definition.reconciler() != null;
            ClaimResult again = asked ? engine.calls().claim(request) : new ClaimResult.Claimed(record, false);
            if (again instanceof ClaimResult.Claimed claimed) {
                ReleaseAs as = claimed.tookOver() ? ReleaseAs.ABANDONED : ReleaseAs.RUNNABLE;
                Duration retention = unrun.definition.settings().retention();
                engine.calls()
                        .release(
                                request.id(),
                                claimed.record().token(),
                                as,
                                first && unrun.nothingDone ? Duration.ZERO : retention);
                if (as == ReleaseAs.ABANDONED) {
                    return true;
                }
            }
        }
        return unrun.definition.mayRunAgain() || unrun.isOlderThan(KEEP_LOOKING);
    }

    private static boolean isHeldBy(ClaimRequest request, StoredRecord record) {
        return record.token().nonce().equals(request.nonce())
                && !record.state().isSettled()
                && record.state() != RecordState.RELEASED;
    }
}
