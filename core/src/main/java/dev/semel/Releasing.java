package dev.semel;

import dev.semel.store.Backoff;
import dev.semel.store.OwnerWrite;
import dev.semel.store.ReleaseAs;
import dev.semel.store.StoreException;
import java.time.Duration;
import java.util.Optional;

/**
 * Gives up the lease without a result; gives what went wrong with that. It is not worth much waiting: a release as runnable that was not
 * confirmed goes on in the background ({@link GivingBack}), and otherwise the lease runs out by itself.
 */
final class Releasing implements Step.Phase<Optional<SemelException>> {
    private static final int TRIES = 3;
    private static final Duration WAIT_FOR_RENEWAL = Duration.ofMillis(5);
    private static final int MOST_WAITS = 100;

    private final Ownership<?> owner;
    private final ReleaseAs as;
    private final Duration retention;
    private final Backoff failing = Backoff.forFailures();
    private int failures;
    private long failingSince;
    private int waits;

    Releasing(Ownership<?> owner, ReleaseAs as) {
        this(owner, as, owner.retention());
    }

    /** Releases a record that is kept for {@code retention}; zero forgets it. */
    Releasing(Ownership<?> owner, ReleaseAs as, Duration retention) {
        this.owner = owner;
        this.as = as;
        this.retention = retention;
    }

    @Override
    public Step<Optional<SemelException>> next() {
        owner.stopRenewing();
        // A renewal that is under way would bring an abandoned lease back to life if it came after the release.
        if (as == ReleaseAs.ABANDONED && owner.lease().isBeingRenewed() && waits < MOST_WAITS) {
            waits++;
            return Step.pause(WAIT_FOR_RENEWAL);
        }
        long askedAt = owner.engine().time().nanoTime();
        try {
            OwnerWrite write = owner.engine().release(owner.id(), owner.lease().token(), as, retention);
            if (write == OwnerWrite.LEASE_LOST && !mayBeForgotten()) {
                owner.lease().lose();
                return ended(Optional.of(new LeaseLostException(owner.facts())));
            }
            return ended(Optional.empty());
        } catch (StoreException e) {
            failingSince = failures == 0 ? askedAt : failingSince;
            failures++;
            boolean again = failures < TRIES && owner.engine().hasTimeToAskAgain(failingSince, askedAt);
            return again ? Step.pause(failing.next()) : ended(Optional.of(e));
        } catch (SemelException e) {
            return ended(Optional.of(e));
        } catch (Error e) {
            released(false);
            owner.endedWithoutResult();
            throw e;
        }
    }

    private void released(boolean confirmed) {
        if (as == ReleaseAs.RUNNABLE) {
            owner.releasedAsRunnable(confirmed, retention.isZero());
        }
    }

    /** Whether an earlier sending may have been applied, after which the record is gone, or another owner's. */
    private boolean mayBeForgotten() {
        return retention.isZero() && failures > 0;
    }

    private Step<Optional<SemelException>> ended(Optional<SemelException> problem) {
        released(!(problem.orElse(null) instanceof StoreException));
        owner.endedWithoutResult();
        return Step.done(problem);
    }
}
