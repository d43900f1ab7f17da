package dev.semel.engine.call;

import dev.semel.Event;
import dev.semel.Fingerprint;
import dev.semel.Outcome;
import dev.semel.ResultNotKeptException;
import dev.semel.engine.join.Settled;
import dev.semel.engine.store.LeaseKeeper;
import dev.semel.policy.FailureMeans;
import dev.semel.policy.OperationSettings;
import dev.semel.policy.Policies;
import dev.semel.policy.Reconciler;
import dev.semel.store.ClaimRequest;
import dev.semel.store.LeaseTerms;
import dev.semel.store.RecordId;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An operation with all that follows from its settings. */
public final class Definition<T extends @Nullable Object> {
    private final Engine engine;
    private final OperationSettings<T> settings;
    private final Results<T> results;
    private final LeaseKeeper leases;
    private final LeaseTerms terms;

    public Definition(Engine engine, OperationSettings<T> settings) {
        this(engine, settings, true);
        engine.names().register(settings);
    }

    private Definition(Engine engine, OperationSettings<T> settings, boolean renewing) {
        this.engine = engine;
        this.settings = settings;
        this.results = new Results<>(settings.codec());
        this.terms = new LeaseTerms(settings.lease(), mayRunAgain() ? settings.retention() : null);
        this.leases = new LeaseKeeper(engine.time(), terms, renewing);
    }

    /** The same for a call that is ended from outside: a lease beyond that end would only keep the next call waiting. */
    public Definition<T> endingWithin(Duration timeLeft) {
        return new Definition<>(engine, settings.endingWithin(timeLeft), false);
    }

    public Engine engine() {
        return engine;
    }

    public OperationSettings<T> settings() {
        return settings;
    }

    public Results<T> results() {
        return results;
    }

    LeaseKeeper leases() {
        return leases;
    }

    /** How long a duplicate waits; empty if it is refused at once. */
    public Optional<Duration> patience() {
        return settings.whileRunning() instanceof Policies.WaitUpTo wait ? Optional.of(wait.limit()) : Optional.empty();
    }

    /** Asked before the work if an earlier owner has gone; {@code null} if the policy has none. */
    @Nullable
    Reconciler<T> reconciler() {
        return settings.reconciler();
    }

    /** Answers a duplicate. A word that the result is not there is an answer too; one that can't be read is none. */
    public Outcome<T> replay(Settled settled, Event.Source source) {
        Outcome<T> outcome;
        try {
            outcome = results.replay(settled);
        } catch (ResultNotKeptException e) {
            engine.tell(() -> new Event.Replayed(settled.facts(), source));
            throw e;
        }
        engine.tell(() -> new Event.Replayed(settled.facts(), source));
        return outcome;
    }

    public FailureMeans meaningOf(Throwable thrown) {
        return settings.policy().meaningOf(thrown);
    }

    /** Whether an abandoned record may run again without anybody being asked. */
    boolean mayRunAgain() {
        return settings.policy().mayRunAgain();
    }

    /**
     * Makes a claim.
     *
     * @param inTransaction what an owner of a lease has abandoned is nothing that a transaction could reconcile
     */
    ClaimRequest claimRequest(RecordId id, Fingerprint fingerprint, boolean inTransaction) {
        boolean takeOver = inTransaction ? mayRunAgain() : !(settings.afterAbandonment() instanceof Policies.Hold);
        return new ClaimRequest(id, fingerprint, engine.calls()::nonce, terms, takeOver);
    }
}
