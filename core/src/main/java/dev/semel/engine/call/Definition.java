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

/** An operation with everything derived from its settings. */
public final class Definition<T extends @Nullable Object> {
    private final Engine engine;
    private final OperationSettings<T> settings;
    private final Results<T> results;
    private final LeaseKeeper leases;
    private final LeaseTerms terms;

    /** Creates the definition of an operation, whose leases are renewed, and registers its name. */
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

    /**
     * Returns this definition for a call that is terminated from outside: a lease beyond that time would only keep the
     * next call waiting.
     */
    public Definition<T> endingWithin(Duration timeLeft) {
        return new Definition<>(engine, settings.endingWithin(timeLeft), false);
    }

    /** Returns the engine that runs the operation. */
    public Engine engine() {
        return engine;
    }

    /** Returns the settings of the operation. */
    public OperationSettings<T> settings() {
        return settings;
    }

    /** Returns the conversion of results from and to stored bytes. */
    public Results<T> results() {
        return results;
    }

    LeaseKeeper leases() {
        return leases;
    }

    /** Returns how long a duplicate waits; empty if it is refused immediately. */
    public Optional<Duration> patience() {
        return settings.whileRunning() instanceof Policies.WaitUpTo wait ? Optional.of(wait.limit()) : Optional.empty();
    }

    /** Returns the reconciler, which is asked before the work if an earlier owner has gone; {@code null} if the policy has none. */
    @Nullable
    Reconciler<T> reconciler() {
        return settings.reconciler();
    }

    /** Answers a duplicate. A tombstone is an answer too; an unreadable result is not. */
    public Outcome<T> replay(Settled settled, Event.Source source) {
        Outcome<T> outcome;
        try {
            outcome = results.replay(settled);
        } catch (ResultNotKeptException e) {
            engine.report(() -> new Event.Replayed(settled.facts(), source));
            throw e;
        }
        engine.report(() -> new Event.Replayed(settled.facts(), source));
        return outcome;
    }

    /** Returns what an exception of the work means, by the policy. */
    public FailureMeans meaningOf(Throwable thrown) {
        return settings.policy().meaningOf(thrown);
    }

    /** Returns whether an abandoned record may run again without a decision by a reconciler or an operator. */
    boolean mayRunAgain() {
        return settings.policy().mayRunAgain();
    }

    /**
     * Creates a claim.
     *
     * @param inTransaction whether a transaction claims, which takes over only records that may run again: it can't
     *     reconcile what the owner of a lease has abandoned
     */
    ClaimRequest claimRequest(RecordId id, Fingerprint fingerprint, boolean inTransaction) {
        boolean takeOver = inTransaction ? mayRunAgain() : !(settings.afterAbandonment() instanceof Policies.Hold);
        return new ClaimRequest(id, fingerprint, engine.calls()::nonce, terms, takeOver);
    }
}
