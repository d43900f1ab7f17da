package dev.semel;

import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Describes an operation. Get one from {@link Semel#operation}. Nothing is checked before {@link #build()}, which reports all that is
 * wrong at once.
 *
 * @param <T> the type of the result
 */
public final class OperationBuilder<T extends @Nullable Object> {
    private final Engine engine;
    private final String name;
    private final Codec<T> codec;
    private Fingerprinter fingerprinter = Fingerprinter.byValue();
    private Duration retention = Duration.ofHours(24);
    private Function<? super T, Duration> retentionOf = value -> retention;
    private Duration lease = Duration.ofSeconds(30);
    private WhileRunning whileRunning = Policies.refuse();
    private AfterFailure afterFailure = Policies.runAgain();
    private boolean afterFailureChosen;
    private AfterAbandonment<T> afterAbandonment = Policies.runAgain();
    private WithoutKey withoutKey = Policies.refuse();
    private WithoutStore withoutStore = Policies.refuse();

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

    /** 24 hours by default. How long a result is replayed; {@link Retention#covering} helps to choose. */
    public OperationBuilder<T> retention(Duration choice) {
        retention = choice;
        return this;
    }

    /**
     * Chooses how long a particular value is replayed, such as a refusal that need not be kept for as long as a receipt. Defaults to the
     * {@linkplain #retention(Duration) retention}, which is also the longest that can be chosen; the shortest is {@link
     * OperationSettings#MIN_RETENTION}. If the function throws, the value is kept for the whole retention.
     */
    public OperationBuilder<T> retentionOf(Function<? super T, Duration> choice) {
        retentionOf = choice;
        return this;
    }

    /**
     * 30 seconds by default. How long an owner is given without a sign of life; it is renewed in the background while the work runs, so
     * it says how soon after a crash the next call may take over, not how long the work may take. If the store goes away while the work
     * runs, the caller is kept for that long while the result is tried to be stored.
     */
    public OperationBuilder<T> lease(Duration choice) {
        lease = choice;
        return this;
    }

    /** {@link Policies#refuse()} by default, or {@link Policies#waitUpTo}. */
    public OperationBuilder<T> whileRunning(WhileRunning choice) {
        whileRunning = choice;
        return this;
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
        afterFailure = choice;
        afterFailureChosen = true;
        return this;
    }

    private AfterFailure afterFailureOrDefault() {
        boolean asItIs = afterFailureChosen || afterAbandonment instanceof Policies.RunAgain;
        return asItIs ? afterFailure : Policies.asAbandoned();
    }

    /** {@link Policies#runAgain()} by default, or {@link Policies#hold()} or {@link Policies#reconcile}. */
    public OperationBuilder<T> afterAbandonment(AfterAbandonment<T> choice) {
        afterAbandonment = choice;
        return this;
    }

    /** {@link Policies#refuse()} by default, or {@link Policies#runUnprotected()}. A key that is {@code null} or empty is none. */
    public OperationBuilder<T> withoutKey(WithoutKey choice) {
        withoutKey = choice;
        return this;
    }

    /** {@link Policies#refuse()} by default, or {@link Policies#runUnprotected()}, which gives up all protection while the store is away. */
    public OperationBuilder<T> withoutStore(WithoutStore choice) {
        withoutStore = choice;
        return this;
    }

    /**
     * Builds the operation.
     *
     * @throws InvalidSettingsException with all that is wrong
     */
    public Operation<T> build() {
        OperationSettings<T> settings = new OperationSettings<>(
                name,
                codec,
                fingerprinter,
                retention,
                retentionOf,
                lease,
                whileRunning,
                afterFailureOrDefault(),
                afterAbandonment,
                withoutKey,
                withoutStore);
        return new Operation<>(new Definition<>(engine, settings), "");
    }
}
