package dev.semel;

import dev.semel.store.ClaimRequest;
import dev.semel.store.LeaseTerms;
import dev.semel.store.RecordId;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An operation with all that follows from its settings. */
final class Definition<T extends @Nullable Object> {
    private final Engine engine;
    private final OperationSettings<T> settings;
    private final Results<T> results;
    private final LeaseKeeper leases;
    private final LeaseTerms terms;

    Definition(Engine engine, OperationSettings<T> settings) {
        this.engine = engine;
        this.settings = settings;
        this.results = new Results<>(settings.codec());
        boolean mayRunAgain = settings.afterAbandonment() instanceof Policies.RunAgain;
        this.terms = new LeaseTerms(settings.lease(), mayRunAgain ? settings.retention() : null);
        this.leases = new LeaseKeeper(engine, terms);
    }

    Engine engine() {
        return engine;
    }

    OperationSettings<T> settings() {
        return settings;
    }

    Results<T> results() {
        return results;
    }

    LeaseKeeper leases() {
        return leases;
    }

    /** How long a duplicate waits; empty if it is refused at once. */
    Optional<Duration> patience() {
        return settings.whileRunning() instanceof Policies.WaitUpTo wait ? Optional.of(wait.limit()) : Optional.empty();
    }

    /** Asked before the work if an earlier owner has gone; {@code null} if the policy has none. */
    @Nullable
    Reconciler<T> reconciler() {
        return settings.afterAbandonment() instanceof Policies.Reconcile<T> reconcile ? reconcile.reconciler() : null;
    }

    boolean storesFailure(Throwable thrown) {
        if (!(settings.afterFailure() instanceof Policies.ReplayFailures replay)) {
            return false;
        }
        // An interrupt is about the caller, and Semel's own exceptions are about the moment: neither is how the
        // operation ended.
        boolean passing = thrown instanceof InterruptedException
                || (thrown instanceof SemelException && !SemelException.class.isAssignableFrom(replay.type()));
        return !passing && replay.type().isInstance(thrown);
    }

    ClaimRequest claimRequest(RecordId id, Fingerprint fingerprint) {
        boolean takeOver = !(settings.afterAbandonment() instanceof Policies.Hold);
        return new ClaimRequest(id, fingerprint, engine::nonce, terms, takeOver);
    }
}
