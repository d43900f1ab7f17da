package dev.semel.engine.call;

import dev.semel.SemelException;
import dev.semel.engine.store.Lease;
import dev.semel.session.Session;
import dev.semel.session.Session.Written;
import dev.semel.store.ReleaseAs;
import dev.semel.time.Backoff;
import java.time.Duration;
import java.util.Optional;

/**
 * Gives up the record without a result, and returns what went wrong. It does not wait for long: a release as runnable
 * that was not confirmed continues in the background ({@link GivingBack}), and otherwise the lease expires.
 */
final class Releasing implements Step.Phase<Optional<Exception>> {
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

    /** Releases a record that is kept for {@code retention}; zero forgets it. */
    Releasing(Ownership<?> owner, ReleaseAs as, Duration retention) {
        this.owner = owner;
        this.as = as;
        this.retention = retention;
    }

    @Override
    public Step<Optional<Exception>> next() {
        // A renewal in flight would revive an abandoned lease if it arrived after the release.
        Lease lease = owner.lease();
        if (lease != null) {
            owner.definition().leases().drop(lease);
            if (as == ReleaseAs.ABANDONED && lease.isBeingRenewed() && waits < MOST_WAITS) {
                waits++;
                return Step.pause(WAIT_FOR_RENEWAL);
            }
        }
        long askedAt = owner.engine().time().nanoTime();
        try {
            Written written = owner.session().release(as, retention);
            if (written instanceof Session.Unknown unknown) {
                failingSince = failures == 0 ? askedAt : failingSince;
                failures++;
                boolean again = failures < TRIES && owner.engine().calls().hasTimeToAskAgain(failingSince, askedAt);
                return again ? Step.pause(failing.next()) : ended(Optional.of(unknown.why()), false);
            } else if (written instanceof Session.Overtaken && !mayBeForgotten()) {
                return ended(Optional.of(owner.lost(null)), true);
            }
            return ended(
                    written instanceof Session.Refused refused ? Optional.of(refused.why()) : Optional.empty(), true);
        } catch (SemelException e) {
            return ended(Optional.of(e), true);
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

    /** Returns whether an earlier sending may have been applied, after which the record is gone or another owner's. */
    private boolean mayBeForgotten() {
        return retention.isZero() && failures > 0;
    }

    private Step<Optional<Exception>> ended(Optional<Exception> problem, boolean confirmed) {
        released(confirmed);
        owner.endedWithoutResult();
        return Step.done(problem);
    }
}
