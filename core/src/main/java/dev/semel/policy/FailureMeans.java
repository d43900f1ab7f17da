package dev.semel.policy;

import dev.semel.SemelException;
import org.jspecify.annotations.Nullable;

/** What an exception of the work says about its effect. */
public enum FailureMeans {
    /** It took no effect: the next call runs. */
    NO_EFFECT,
    /** The attempt did nothing at all: the next call runs, and a record that had no earlier attempt is forgotten. */
    NOTHING_DONE,
    /** It is the result of the operation: it is stored and replayed. */
    RESULT,
    /** It is unknown whether the work took effect: treated as if the owner had gone. */
    UNKNOWN,
    /** The work may still be running: the lease is left to expire. */
    STILL_RUNNING;

    /** Returns what an exception means by a choice; {@code null} if the choice does not cover it. */
    static @Nullable FailureMeans by(AfterFailure choice, Throwable thrown) {
        if (choice instanceof Policies.RunAgain) {
            return NO_EFFECT;
        } else if (choice instanceof Policies.Forget forget) {
            return forget.type().isInstance(thrown) ? NOTHING_DONE : null;
        } else if (choice instanceof Policies.ReplayFailures replay) {
            return isResult(thrown, replay.type()) ? RESULT : null;
        } else if (choice instanceof Policies.AsAbandoned abandoned) {
            return abandoned.type().isInstance(thrown) ? UNKNOWN : null;
        } else if (choice instanceof Policies.StillRunning running) {
            return running.type().isInstance(thrown) ? STILL_RUNNING : null;
        }
        Policies.FirstThat both = (Policies.FirstThat) choice;
        FailureMeans first = by(both.first(), thrown);
        return first == null ? by(both.second(), thrown) : first;
    }

    /** Returns whether a choice makes some failures results. */
    public static boolean replaysAny(AfterFailure choice) {
        return choice instanceof Policies.ReplayFailures
                || (choice instanceof Policies.FirstThat both
                        && (replaysAny(both.first()) || replaysAny(both.second())));
    }

    /** An interrupt concerns the caller, and Semel's own exceptions concern a moment: neither is the result of the operation. */
    private static boolean isResult(Throwable thrown, Class<? extends Exception> type) {
        boolean passing = thrown instanceof InterruptedException
                || (thrown instanceof SemelException && !SemelException.class.isAssignableFrom(type));
        return !passing && type.isInstance(thrown);
    }
}
