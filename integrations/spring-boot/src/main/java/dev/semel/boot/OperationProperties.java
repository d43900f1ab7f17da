package dev.semel.boot;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What {@code semel.operations.<name>} says of an operation. What is {@code null} is left to the default.
 *
 * @param retention how long a result is replayed
 * @param lease the owner's exclusive time, renewed while the work runs
 * @param whileRunning what a duplicate gets while the first call runs
 * @param waitUpTo how long a duplicate waits, if it waits
 * @param afterFailure what the next call gets after the work has thrown
 * @param afterAbandonment what the next call gets after an owner has gone
 * @param withoutKey what a call without a key gets
 * @param withoutStore what a call gets when the store can't be reached
 */
public record OperationProperties(
        @Nullable Duration retention,
        @Nullable Duration lease,
        RouteProperties.@Nullable WhileRunning whileRunning,
        @Nullable Duration waitUpTo,
        @Nullable AfterFailure afterFailure,
        RouteProperties.@Nullable AfterAbandonment afterAbandonment,
        @Nullable Without withoutKey,
        @Nullable Without withoutStore) {

    static final OperationProperties NONE = new OperationProperties(null, null, null, null, null, null, null, null);

    /** What the work's exceptions mean. */
    public enum AfterFailure {
        /** It took no effect: the next call runs. */
        RUN_AGAIN,
        /** That is how it ended: it is stored and replayed. */
        REPLAY,
        /** Nobody knows: as if the owner had gone. */
        AS_ABANDONED
    }

    /** What is done without a key or without the store. */
    public enum Without {
        /** The call is refused. */
        REFUSE,
        /** The work runs without any protection. */
        RUN_UNPROTECTED
    }

    static boolean isKnown(String setting) {
        return Arrays.stream(OperationProperties.class.getRecordComponents())
                .anyMatch(known -> known.getName()
                        .equalsIgnoreCase(setting.replace("-", "").replace("_", "")));
    }

    static String names() {
        return Arrays.stream(OperationProperties.class.getRecordComponents())
                .map(known -> known.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", ", "{", "}"));
    }
}
