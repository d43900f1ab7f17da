package dev.semel.engine.call;

import dev.semel.SemelException;
import dev.semel.session.Session;
import dev.semel.session.Session.Written;
import dev.semel.store.Result;
import dev.semel.store.ResultTooLargeException;
import dev.semel.time.Backoff;
import dev.semel.time.Moment;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Stores the result before any caller gets it, and returns the outcome of the write. If the store fails, the write is
 * repeated with the same token until the lease ends; a store that has the result already confirms it. After that the
 * lease is left to expire, so that no call runs the work in the meantime.
 *
 * <p>A result that is too large for the store is replaced if the work can't be undone: a value by a tombstone, since
 * the work took effect, and a failure by its class name.
 */
final class Storing implements Step.Phase<Written> {
    private static final int LEAST_TRIES = 3;

    private final Ownership<?> owner;
    private final @Nullable Throwable thrown;
    private final Duration retention;
    private final Backoff failing = Backoff.forFailures();
    private Result result;
    private int failures;
    private @Nullable Moment firstAskedAt;

    /**
     * Creates the phase.
     *
     * @param thrown the exception that the result represents; {@code null} if it is a value
     */
    Storing(Ownership<?> owner, Result result, @Nullable Throwable thrown, Duration retention) {
        this.owner = owner;
        this.result = result;
        this.thrown = thrown;
        this.retention = retention;
    }

    /** Returns the result that is finally stored. */
    Result result() {
        return result;
    }

    @Override
    public Step<Written> next() {
        boolean stored = false;
        boolean goesOn = false;
        try {
            Step<Written> step = store();
            goesOn = step instanceof Step.Pause;
            stored = step instanceof Step.Done<Written> done && done.value() instanceof Session.Stored;
            return step;
        } finally {
            if (!stored && !goesOn) {
                owner.endedWithoutResult();
            }
        }
    }

    private Step<Written> store() {
        Moment now = owner.engine().now();
        Moment askedAt = firstAskedAt == null ? now : firstAskedAt;
        firstAskedAt = askedAt; // any of the sendings may be the one that was applied
        // A retention that was chosen for a value does not apply to a tombstone that replaces it.
        Duration kept = Results.whyNotKept(result) == null ? retention : owner.retention();
        Written written;
        try {
            written = thrown == null
                    ? owner.session().record(result, kept)
                    : owner.session().recordFailure(result, thrown, kept);
        } catch (SemelException e) {
            return Step.done(new Session.Refused(e));
        }
        if (written instanceof Session.Stored) {
            owner.settled(result, askedAt, kept);
        } else if (written instanceof Session.Refused refused && refused.why() instanceof ResultTooLargeException) {
            return tooLarge(refused);
        } else if (written instanceof Session.Unknown unknown) {
            return tryAgain(unknown, owner.engine().calls().hasTimeToAskAgain(askedAt.nanos(), now.nanos()));
        }
        return Step.done(written);
    }

    private Step<Written> tooLarge(Session.Refused refusal) {
        Result smaller = thrown != null
                ? Results.withoutMessage(result)
                : Results.tombstone(String.valueOf(refusal.why().getMessage()));
        boolean keepsEffect = thrown == null && owner.session().undoes();
        boolean isSmallest = Results.whyNotKept(result) != null || smaller.equals(result);
        if (keepsEffect || isSmallest) {
            return Step.done(refusal);
        }
        result = smaller;
        return store();
    }

    private Step<Written> tryAgain(Session.Unknown unknown, boolean hasTime) {
        failures++;
        Duration left = owner.session().timeLeft();
        if (left.isZero() && (failures >= LEAST_TRIES || !hasTime)) {
            return Step.done(unknown);
        }
        Duration pause = failing.next();
        return Step.pause(left.isZero() || pause.compareTo(left) <= 0 ? pause : left);
    }
}
