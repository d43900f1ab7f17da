package dev.semel;

import dev.semel.engine.EngineOperation;
import dev.semel.engine.call.Engine;
import dev.semel.input.Problems;
import dev.semel.policy.AfterAbandonment;
import dev.semel.policy.AfterFailure;
import dev.semel.policy.OperationSettings;
import dev.semel.policy.Policies;
import dev.semel.policy.Policy;
import dev.semel.policy.Reconciler;
import dev.semel.policy.Retention;
import dev.semel.policy.WhileRunning;
import dev.semel.policy.WithoutKey;
import dev.semel.policy.WithoutStore;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Describes an operation. Get one from {@link Semel#operation}. Nothing is checked before {@link #build()}, which reports all that is
 * wrong at once. How the operation behaves is a {@link Policy}: set it as a whole, or setting by setting; what is set last counts.
 *
 * @param <T> the type of the result
 */
public final class OperationBuilder<T extends @Nullable Object> {
    private final Engine engine;
    private final String name;
    private final Codec<T> codec;
    private final Problems problems = new Problems();
    private Fingerprinter fingerprinter = Fingerprinter.byValue();
    private Policy policy = Policy.DEFAULT;
    private @Nullable Function<? super T, Duration> retentionOf;
    private @Nullable Reconciler<T> reconciler;

    OperationBuilder(Engine engine, String name, Codec<T> codec) {
        this.engine = engine;
        this.name = name;
        this.codec = codec;
    }

    /** {@link Fingerprinter#byValue()} by default. How a retry is told from another request under the same key. */
    public OperationBuilder<T> fingerprinter(Fingerprinter choice) {
        fingerprinter = choice;
        return this;
    }

    /** Sets what a policy sets. What is unset there stays as it is. */
    public OperationBuilder<T> policy(Policy choice) {
        return set("policy", choice, value -> value.over(policy));
    }

    private <V> OperationBuilder<T> set(String what, @Nullable V choice, Function<V, Policy> changed) {
        problems.notNull(what, choice);
        if (choice != null) {
            policy = changed.apply(choice);
        }
        return this;
    }

    /** 24 hours by default. How long a result is replayed; {@link Retention#covering} helps to choose. */
    public OperationBuilder<T> retention(Duration choice) {
        return set("retention", choice, value -> policy.retention(value));
    }

    /**
     * Chooses how long a particular value is replayed, such as a refusal that need not be kept for as long as a receipt. Defaults to the
     * {@linkplain #retention(Duration) retention}, which is also the longest that can be chosen; the shortest is {@link
     * OperationSettings#MIN_RETENTION}. If the function throws, the value is kept for the whole retention.
     */
    public OperationBuilder<T> retentionOf(Function<? super T, Duration> choice) {
        problems.notNull("retentionOf", choice);
        retentionOf = choice;
        return this;
    }

    /**
     * 30 seconds by default. How long an owner is given without a sign of life; it is renewed in the background while the work runs, so
     * it says how soon after a crash the next call may take over, not how long the work may take. If the store goes away while the work
     * runs, the caller is kept for that long while the result is tried to be stored.
     */
    public OperationBuilder<T> lease(Duration choice) {
        return set("lease", choice, value -> policy.lease(value));
    }

    /** {@link Policies#refuse()} by default, or {@link Policies#waitUpTo}. */
    public OperationBuilder<T> whileRunning(WhileRunning choice) {
        return set("whileRunning", choice, value -> policy.whileRunning(value));
    }

    /**
     * What the work's exceptions mean: {@link Policies#runAgain()} (it took no effect), {@link Policies#forget} (nothing
     * was done, and the record is forgotten), {@link Policies#replayFailures} (that is how it
     * ended), {@link Policies#asAbandoned} (nobody knows); joined by {@link AfterFailure#orElse}.
     *
     * <p>By default, and for exceptions of which the choice does not speak, what is safe by the policy {@linkplain #afterAbandonment after
     * abandonment}: run again if that is to run again, and as abandoned if it is to hold or to reconcile.
     */
    public OperationBuilder<T> afterFailure(AfterFailure choice) {
        return set("afterFailure", choice, value -> policy.afterFailure(value));
    }

    /** {@link Policies#runAgain()} by default, or {@link Policies#hold()}. For {@link Policies#reconcile()} give a {@link #reconciler}. */
    public OperationBuilder<T> afterAbandonment(AfterAbandonment choice) {
        return set("afterAbandonment", choice, value -> policy.afterAbandonment(value));
    }

    /** None by default. Asks a reconciler after an abandonment: sets the policy to {@link Policies#reconcile()} as well. */
    public OperationBuilder<T> reconciler(Reconciler<T> choice) {
        reconciler = choice;
        return set("reconciler", choice, value -> policy.afterAbandonment(Policies.reconcile()));
    }

    /** {@link Policies#refuse()} by default, or {@link Policies#runUnprotected()}. A key that is {@code null} or empty is none. */
    public OperationBuilder<T> withoutKey(WithoutKey choice) {
        return set("withoutKey", choice, value -> policy.withoutKey(value));
    }

    /** {@link Policies#refuse()} by default, or {@link Policies#runUnprotected()}, which gives up all protection while the store is away. */
    public OperationBuilder<T> withoutStore(WithoutStore choice) {
        return set("withoutStore", choice, value -> policy.withoutStore(value));
    }

    /**
     * Builds the operation.
     *
     * @throws InvalidSettingsException with all that is wrong
     */
    public Operation<T> build() {
        OperationSettings<T> settings = new OperationSettings<>(
                new OperationSettings.Identity<>(name, codec, fingerprinter),
                policy,
                new OperationSettings.Chosen<>(retentionOf, reconciler),
                problems.found());
        return EngineOperation.of(engine, settings);
    }
}
