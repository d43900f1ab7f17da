package dev.semel;

import dev.semel.store.Backoff;
import dev.semel.store.OwnerWrite;
import dev.semel.store.Result;
import dev.semel.store.ResultTooLargeException;
import dev.semel.store.StoreException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Stores the result before anybody gets it. If the store fails it is sent again with the same token until the lease is over, which a
 * store that has it already confirms. After that the caller is told that the work took effect and is not recorded; the lease is left to
 * end by itself, so nobody runs the work in the meantime.
 */
final class Settling implements Step.Phase<Result> {
    private static final int LEAST_TRIES = 3;

    private final Ownership<?> owner;
    private final @Nullable Object value;
    private final Backoff failing = Backoff.forFailures();
    private final Duration retention;
    private Result result;
    private int failures;
    private @Nullable Moment firstAskedAt;

    Settling(Ownership<?> owner, @Nullable Object value, Result result, Duration retention) {
        this.owner = owner;
        this.value = value;
        this.result = result;
        this.retention = retention;
    }

    /** The same phase, giving what went wrong instead of throwing it. */
    Step.Phase<Optional<SemelException>> orProblem() {
        return () -> {
            try {
                return this.<Optional<SemelException>>then(stored -> Optional.empty())
                        .next();
            } catch (SemelException e) {
                return Step.done(Optional.of(e));
            }
        };
    }

    @Override
    public Step<Result> next() {
        owner.stopRenewing();
        try {
            return trySettling();
        } catch (RuntimeException | Error e) {
            owner.endedWithoutResult();
            throw e;
        }
    }

    private Step<Result> trySettling() {
        Moment now = owner.engine().now();
        Moment askedAt = firstAskedAt == null ? now : firstAskedAt;
        firstAskedAt = askedAt; // any sending may be the one that was applied
        // A choice that was made for a value says nothing of a tombstone in its place.
        Duration kept = Results.whyNotKept(result) == null ? retention : owner.retention();
        OwnerWrite write;
        try {
            write = owner.engine().settle(owner.id(), owner.lease().token(), result, kept);
        } catch (ResultTooLargeException e) {
            return tooLarge(e);
        } catch (StoreException e) {
            return tryAgain(e, owner.engine().hasTimeToAskAgain(askedAt.nanos(), now.nanos()));
        } catch (SemelException | Error e) {
            throw notRecorded(e);
        }
        if (write == OwnerWrite.LEASE_LOST) {
            owner.lease().lose();
            throw new LeaseLostException(owner.facts());
        }
        owner.settled(result, askedAt, kept);
        return Step.done(result);
    }

    /**
     * The work took effect, and that must be kept even though its result can't be. A failure is kept without its message; it must not
     * become a word that the work took effect.
     */
    private Step<Result> tooLarge(ResultTooLargeException refusal) {
        if (Results.whyNotKept(result) != null) {
            throw notRecorded(refusal);
        }
        if (result.kind() == Result.Kind.FAILURE) {
            Result shorter = Results.withoutMessage(result);
            if (shorter.equals(result)) {
                throw refusal;
            }
            result = shorter;
            return trySettling();
        }
        result = Results.tombstone(String.valueOf(refusal.getMessage()));
        return trySettling();
    }

    private Step<Result> tryAgain(StoreException failure, boolean hasTime) {
        failures++;
        Duration left = owner.lease().timeLeft();
        if (left.isZero() && (failures >= LEAST_TRIES || !hasTime)) {
            throw notRecorded(failure);
        }
        Duration pause = failing.next();
        return Step.pause(left.isZero() || pause.compareTo(left) <= 0 ? pause : left);
    }

    /** Of a failure nobody may say that the work took effect. */
    private SemelException notRecorded(Throwable cause) {
        boolean isFailure = result.kind() == Result.Kind.FAILURE && Results.whyNotKept(result) == null;
        if (!isFailure) {
            return owner.notRecorded(value, cause);
        }
        return cause instanceof SemelException known
                ? known
                : new StoreException("the failure of " + owner.id() + " could not be stored", cause);
    }
}
