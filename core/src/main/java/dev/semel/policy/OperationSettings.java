package dev.semel.policy;

import dev.semel.Codec;
import dev.semel.Fingerprinter;
import dev.semel.InvalidSettingsException;
import dev.semel.OperationBuilder;
import dev.semel.input.MediaTypes;
import dev.semel.input.Problems;
import dev.semel.input.Text;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The identity of an operation and its behaviour. Built by {@link OperationBuilder}; public so that integrations can
 * read it. Immutable.
 *
 * @param <T> the type of the result
 */
public final class OperationSettings<T extends @Nullable Object> {

    /** The shortest lease: renewals can't keep up with a shorter one. */
    public static final Duration MIN_LEASE = Duration.ofMillis(10);

    /** The longest lease. Work may take longer: leases are renewed. */
    public static final Duration MAX_LEASE = Duration.ofDays(7);

    /** The shortest retention. */
    public static final Duration MIN_RETENTION = Duration.ofMillis(1);

    private final Identity<T> identity;
    private final Policy policy;
    private final Chosen<T> chosen;

    /** The settings on which the records of an operation depend. */
    public record Identity<T extends @Nullable Object>(String name, Codec<T> codec, Fingerprinter fingerprinter) {}

    /**
     * The settings that can only be chosen in code.
     *
     * @param retentionOf {@code null} if every value has the policy's retention
     */
    public record Chosen<T extends @Nullable Object>(
            @Nullable Function<? super T, Duration> retentionOf,
            @Nullable Reconciler<T> reconciler) {}

    /**
     * Checks all settings.
     *
     * @param before the problems that were found before
     * @throws InvalidSettingsException listing all problems
     */
    public OperationSettings(Identity<T> identity, Policy policy, Chosen<T> chosen, List<String> before) {
        this.identity = identity;
        this.policy = policy;
        this.chosen = chosen;
        Problems problems = new Problems(before);
        check(identity.name(), identity.codec(), problems);
        problems.notNull("fingerprinter", identity.fingerprinter());
        policy.check(problems);
        problems.check(
                !(policy.whileRunning() instanceof Policies.Accept),
                "while-running is accept, which only an HTTP route can answer; choose refuse or wait");
        problems.check(
                !(policy.afterAbandonment() instanceof Policies.Reconcile) || chosen.reconciler() != null,
                "after-abandonment is reconcile, and there is no reconciler; give one with reconciler(...)");
        problems.throwIfAny("the operation " + identity.name(), InvalidSettingsException::new);
    }

    private static void check(@Nullable String name, @Nullable Codec<?> codec, Problems problems) {
        problems.notNull("name", name);
        if (name != null) {
            problems.add(Text.problemWithName(name));
        }
        problems.notNull("codec", codec);
        problems.check(
                codec == null || MediaTypes.isStorable(codec.mediaType()),
                "the codec's media type is empty, longer than 100 characters or not ASCII; it must be one such as application/json");
        problems.check(
                codec == null || !MediaTypes.isReserved(codec.mediaType()),
                "the codec's media type is one that Semel keeps for itself; choose another");
    }

    /** Returns the name of the operation, such as {@code payments.create}. */
    public String name() {
        return identity.name();
    }

    /** Returns the codec of its results. */
    public Codec<T> codec() {
        return identity.codec();
    }

    /** Returns the fingerprinter of its requests. */
    public Fingerprinter fingerprinter() {
        return identity.fingerprinter();
    }

    /** Returns the policy of the operation. */
    public Policy policy() {
        return policy;
    }

    /** Returns the reconciler, which is asked if the policy after an abandonment is to reconcile; {@code null} if there is none. */
    public @Nullable Reconciler<T> reconciler() {
        return policy.afterAbandonment() instanceof Policies.Reconcile ? chosen.reconciler() : null;
    }

    /** Returns {@link Policy#retention()}. */
    public Duration retention() {
        return policy.retention();
    }

    /** Returns {@link Policy#lease()}. */
    public Duration lease() {
        return policy.lease();
    }

    /** Returns {@link Policy#whileRunning()}. */
    public WhileRunning whileRunning() {
        return policy.whileRunning();
    }

    /** Returns {@link Policy#afterFailure()}. */
    public AfterFailure afterFailure() {
        return policy.afterFailure();
    }

    /** Returns {@link Policy#afterAbandonment()}. */
    public AfterAbandonment afterAbandonment() {
        return policy.afterAbandonment();
    }

    /** Returns {@link Policy#withoutKey()}. */
    public WithoutKey withoutKey() {
        return policy.withoutKey();
    }

    /** Returns {@link Policy#withoutStore()}. */
    public WithoutStore withoutStore() {
        return policy.withoutStore();
    }

    /** Returns how long a value is replayed: the duration chosen for it, limited to {@link #MIN_RETENTION} and the retention. */
    public Duration retentionOf(T value) {
        Duration longest = retention();
        Function<? super T, Duration> choice = chosen.retentionOf();
        Duration kept;
        try {
            kept = choice == null ? longest : choice.apply(value);
        } catch (Throwable e) {
            return longest; // the work took effect, and its value must be kept
        }
        if (kept == null || kept.compareTo(longest) > 0) {
            return longest;
        }
        return kept.compareTo(MIN_RETENTION) < 0 ? MIN_RETENTION : kept;
    }

    /** Returns these settings for a call that ends within this time, so that neither its lease nor its own wait exceeds it. */
    public OperationSettings<T> endingWithin(Duration timeLeft) {
        Policy ending = policy.lease(timeLeft);
        Duration mostWait = timeLeft.multipliedBy(9).dividedBy(10);
        if (whileRunning() instanceof Policies.WaitUpTo wait && wait.limit().compareTo(mostWait) > 0) {
            ending = ending.whileRunning(Policies.waitUpTo(mostWait));
        }
        return new OperationSettings<>(identity, ending, chosen, List.of());
    }
}
