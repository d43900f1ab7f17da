package dev.semel;

import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What an operation is and how it behaves. Made by {@link OperationBuilder}; public so that integrations can read it.
 *
 * @param <T> the type of the result
 * @param name of the operation, such as {@code payments.create}
 * @param codec for its results
 * @param fingerprinter for its requests
 * @param retention how long a result is replayed, from when it was stored
 * @param chosenRetention how long a particular value is replayed; see {@link #retentionOf}
 * @param lease the owner's exclusive time; renewed while the work runs
 * @param whileRunning what a duplicate gets while the first call runs
 * @param afterFailure what the next call gets after the work has thrown
 * @param afterAbandonment what the next call gets after an owner has gone
 * @param withoutKey what a call without a key gets
 * @param withoutStore what a call gets when the store can't be reached
 */
public record OperationSettings<T extends @Nullable Object>(
        String name,
        Codec<T> codec,
        Fingerprinter fingerprinter,
        Duration retention,
        Function<? super T, Duration> chosenRetention,
        Duration lease,
        WhileRunning whileRunning,
        AfterFailure afterFailure,
        AfterAbandonment<T> afterAbandonment,
        WithoutKey withoutKey,
        WithoutStore withoutStore) {

    /** The shortest lease: below it, renewals can't keep up. */
    public static final Duration MIN_LEASE = Duration.ofMillis(10);

    /** The longest lease. Work may take longer: leases are renewed. */
    public static final Duration MAX_LEASE = Duration.ofDays(7);

    /** The shortest retention. */
    public static final Duration MIN_RETENTION = Duration.ofMillis(1);

    public OperationSettings {
        Problems problems = new Problems();
        problems.notNull("name", name);
        if (name != null) {
            problems.add(Text.problemWithName(name));
        }
        problems.notNull("codec", codec);
        problems.check(
                codec == null || isMediaType(codec.mediaType()),
                "the codec's media type is empty, longer than 100 characters or not ASCII; it must be one such as application/json");
        problems.check(
                codec == null || !Results.RESERVED.contains(String.valueOf(codec.mediaType())),
                "the codec's media type is one that Semel keeps for itself; choose another");
        problems.notNull("fingerprinter", fingerprinter);
        problems.between("retention", retention, MIN_RETENTION, Retention.MAX);
        problems.notNull("retentionOf", chosenRetention);
        problems.between("lease", lease, MIN_LEASE, MAX_LEASE);
        problems.notNull("whileRunning", whileRunning);
        if (whileRunning instanceof Policies.WaitUpTo wait) {
            problems.between("the wait while running", wait.limit(), Duration.ofMillis(1), Duration.ofDays(1));
        }
        problems.notNull("afterFailure", afterFailure);
        if (afterFailure != null) {
            problems.add(FailureMeans.problemWith(afterFailure));
        }
        problems.notNull("afterAbandonment", afterAbandonment);
        problems.notNull("withoutKey", withoutKey);
        problems.notNull("withoutStore", withoutStore);
        problems.throwIfAny("the operation " + name);
    }

    /** Returns how long a value is replayed: what was chosen for it, from {@link #MIN_RETENTION} up to the retention. */
    public Duration retentionOf(T value) {
        Duration chosen;
        try {
            chosen = chosenRetention.apply(value);
        } catch (Throwable e) {
            return retention; // the work took effect, and that must be kept
        }
        if (chosen == null || chosen.compareTo(retention) > 0) {
            return retention;
        }
        return chosen.compareTo(MIN_RETENTION) < 0 ? MIN_RETENTION : chosen;
    }

    /** The same for a call that ends within this time, so that neither its lease nor a wait of its own goes beyond it. */
    OperationSettings<T> endingWithin(Duration timeLeft) {
        WhileRunning waiting = whileRunning;
        Duration mostWait = timeLeft.multipliedBy(9).dividedBy(10);
        if (whileRunning instanceof Policies.WaitUpTo wait && wait.limit().compareTo(mostWait) > 0) {
            waiting = Policies.waitUpTo(mostWait);
        }
        return new OperationSettings<>(
                name,
                codec,
                fingerprinter,
                retention,
                chosenRetention,
                timeLeft,
                waiting,
                afterFailure,
                afterAbandonment,
                withoutKey,
                withoutStore);
    }

    private static boolean isMediaType(@Nullable String type) {
        if (type == null || type.isBlank() || type.length() > 100) {
            return false;
        }
        for (int i = 0; i < type.length(); i++) {
            if (type.charAt(i) < ' ' || type.charAt(i) >= 127) {
                return false;
            }
        }
        return true;
    }
}
