package dev.semel.engine.call;

import dev.semel.RecordState;
import dev.semel.StoreException;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.ReleaseAs;
import dev.semel.store.StoredRecord;
import dev.semel.time.Backoff;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Gives back, in the background, the records that a call may have claimed although its work did not run: the replies to its claim or its
 * release were lost. Otherwise such a record would be in doubt when its lease ends.
 *
 * <ol>
 *   <li>Read the record. If it is not in progress under the nonce of the claim, there is nothing to give back. A read never claims what
 *       the lost claim did not.
 *   <li>Where a reconciler may have to be asked, send the claim again: the store recognises it and returns whether it was a takeover.
 *   <li>Release with the token that the record has. If another owner took over in between, the release is refused.
 *   <li>The claim may still be in flight and be applied after the release, so look again, after longer and longer, for about two minutes. Where an
 *       abandoned record may run again, one look is enough: a late claim is taken over when its lease ends.
 * </ol>
 *
 * <p>One look at a time, whatever the number of records, so that a store that hangs costs one thread. While the store fails, the pauses grow.
 */
final class GivingBack {
    static final int MOST = 1_000;
    private static final Duration FIRST_LOOK = Duration.ofMillis(20);
    private static final Duration KEEP_LOOKING = Duration.ofMinutes(1);
    private static final Duration KEEP_TRYING = Duration.ofDays(1);

    /** A claim that holds no running work, and how its record is to be released. */
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

        /** A record that may run again is as good as given back when its lease has ended. */
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
     * Takes on a claim. Beyond {@link #MOST} it does nothing, and the lease ends by itself.
     *
     * @param nothingDone whether a first attempt is forgotten; otherwise its work ran without effect, and the record keeps its fingerprint
     */
    void add(Definition<?> definition, ClaimRequest request, boolean nothingDone) {
        if (held.incrementAndGet() > MOST) {
            held.decrementAndGet();
        } else {
            later(new Unrun(definition, request, nothingDone));
        }
    }

    private void later(Unrun unrun) {
        Duration pause = unrun.pause;
        unrun.pause = pause.multipliedBy(4);
        try {
            var unused = engine.time().brieflyAfter(pause, () -> {
                due.add(unrun);
                start();
            });
        } catch (Throwable thrown) { // no timer to be had: the caller must not fail over it
            held.decrementAndGet();
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

    /** Nothing else starts a look meanwhile. */
    private void rest(Duration pause) {
        try {
            var unused = engine.time().brieflyAfter(pause, this::goOn);
        } catch (Throwable thrown) {
            looking.set(false); // the next one that is due tries again
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
        start(); // what became due in the last moment
    }

    /** Returns how long to leave the store alone after that. */
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
            done = true; // a record that can't be read is not this claim's
        }
        failing = Backoff.forFailures();
        if (done) {
            held.decrementAndGet();
        } else {
            later(unrun);
        }
        return Duration.ZERO;
    }

    /** Returns whether that is the end of it. */
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
