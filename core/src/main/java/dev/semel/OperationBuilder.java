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
 * Builds an operation. Get one from {@link Semel#operation}. Nothing is checked before {@link #build()}, which reports
 * all problems together. How the operation behaves is a {@link Policy}: set it as a whole, or setting by setting. The
 * last value set counts.
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

    /** Sets how a retry is distinguished from another request under the same key. Defaults to {@link Fingerprinter#byValue()}. */
    public OperationBuilder<T> fingerprinter(Fingerprinter choice) {
        fingerprinter = choice;
        return this;
    }

    /** Sets everything that a policy sets. Settings that are unset in the policy keep their values. */
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

    /** Sets how long a result is replayed. Defaults to 24 hours. {@link Retention#covering} helps to choose. */
    public OperationBuilder<T> retention(Duration choice) {
        return set("retention", choice, value -> policy.retention(value));
    }

    /**
     * Sets how long a particular value is replayed, such as a refusal that need not be kept for as long as a receipt.
     * Defaults to the {@linkplain #retention(Duration) retention}, which is also the longest possible value; the
     * shortest is {@link OperationSettings#MIN_RETENTION}. If the function throws, the value is kept for the whole
     * retention.
     */
    public OperationBuilder<T> retentionOf(Function<? super T, Duration> choice) {
        problems.notNull("retentionOf", choice);
        retentionOf = choice;
        return this;
    }

    /**
     * Sets the owner's exclusive time. Defaults to 30 seconds. The lease is renewed in the background while the work
     * runs, so it determines how soon after a crash the next call can take over, not how long the work may take. If the
     * store becomes unavailable while the work runs, the caller is held for that long while the result is retried.
     */
    public OperationBuilder<T> lease(Duration choice) {
        return set("lease", choice, value -> policy.lease(value));
    }

    /**
     * Sets what a duplicate gets while the first call runs. Defaults to {@link Policies#refuse()}; the alternative is
     * {@link Policies#waitUpTo}.
     */
    public OperationBuilder<T> whileRunning(WhileRunning choice) {
        return set("whileRunning", choice, value -> policy.whileRunning(value));
    }

    /**
     * Sets what the work's exceptions mean: {@link Policies#runAgain()} (it took no effect), {@link Policies#forget}
     * (nothing was done, and the record is forgotten), {@link Policies#replayFailures} (the failure is the result),
     * {@link Policies#asAbandoned} (the outcome is unknown). Combine them with {@link AfterFailure#orElse}.
     *
     * <p>By default, and for exceptions that the choice does not cover, it is what is safe by the policy {@linkplain
     * #afterAbandonment after abandonment}: run again if that is to run again, and as abandoned if it is to hold or to
     * reconcile.
     */
    public OperationBuilder<T> afterFailure(AfterFailure choice) {
        return set("afterFailure", choice, value -> policy.afterFailure(value));
    }

    /**
     * Sets what the next call gets after an owner has gone. Defaults to {@link Policies#runAgain()}; the alternative is
     * {@link Policies#hold()}. For {@link Policies#reconcile()}, set a {@link #reconciler}.
     */
    public OperationBuilder<T> afterAbandonment(AfterAbandonment choice) {
        return set("afterAbandonment", choice, value -> policy.afterAbandonment(value));
    }

    /** Sets the reconciler that is asked after an abandonment, and sets the policy to {@link Policies#reconcile()}. None by default. */
    public OperationBuilder<T> reconciler(Reconciler<T> choice) {
        reconciler = choice;
        return set("reconciler", choice, value -> policy.afterAbandonment(Policies.reconcile()));
    }

    /**
     * Sets what a call without a key gets. Defaults to {@link Policies#refuse()}; the alternative is {@link
     * Policies#runUnprotected()}. A key that is {@code null} or empty counts as missing.
     */
    public OperationBuilder<T> withoutKey(WithoutKey choice) {
        return set("withoutKey", choice, value -> policy.withoutKey(value));
    }

    /**
     * Sets what a call gets when the store can't be reached. Defaults to {@link Policies#refuse()}; the alternative is
     * {@link Policies#runUnprotected()}, which gives up all protection while the store is unavailable.
     */
    public OperationBuilder<T> withoutStore(WithoutStore choice) {
        return set("withoutStore", choice, value -> policy.withoutStore(value));
    }

    /**
     * Builds the operation.
     *
     * @throws InvalidSettingsException listing all problems
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
