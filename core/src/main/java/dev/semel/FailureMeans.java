package dev.semel;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What an exception of the work says about its effect. */
enum FailureMeans {
    /** It took no effect: the next call runs. */
    NO_EFFECT,
    /** The attempt did nothing at all: the next call runs, and a record that had no earlier attempt is forgotten. */
    NOTHING_DONE,
    /** It is how the operation ended: it is stored and replayed. */
    RESULT,
    /** Nobody knows: as if the owner had gone. */
    UNKNOWN,
    /** The work may still be running: the lease is left to expire. */
    STILL_RUNNING;

    /** What an exception means by a choice; {@code null} if that does not speak of it. */
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

    /** What is wrong with a choice, if anything: a part of it that never decides, because one before it covers all of it. */
    static Optional<String> problemWith(AfterFailure choice) {
        List<AfterFailure> parts = parts(choice);
        for (int later = 1; later < parts.size(); later++) {
            for (int earlier = 0; earlier < later; earlier++) {
                if (type(parts.get(earlier)).isAssignableFrom(type(parts.get(later)))) {
                    return Optional.of("afterFailure never comes to " + parts.get(later) + ", since "
                            + parts.get(earlier) + " before it covers all of that; put the narrower type first");
                }
            }
        }
        return Optional.empty();
    }

    private static List<AfterFailure> parts(AfterFailure choice) {
        return choice instanceof Policies.FirstThat both
                ? Stream.concat(parts(both.first()).stream(), parts(both.second()).stream())
                        .toList()
                : List.of(choice);
    }

    private static Class<? extends Throwable> type(AfterFailure part) {
        if (part instanceof Policies.ReplayFailures replay) {
            return replay.type();
        } else if (part instanceof Policies.StillRunning running) {
            return running.type();
        } else if (part instanceof Policies.Forget forget) {
            return forget.type();
        }
        return part instanceof Policies.AsAbandoned abandoned ? abandoned.type() : Throwable.class;
    }

    /** An interrupt is about the caller, and Semel's own exceptions are about the moment: neither is how the operation ended. */
    private static boolean isResult(Throwable thrown, Class<? extends Exception> type) {
        boolean passing = thrown instanceof InterruptedException
                || (thrown instanceof SemelException && !SemelException.class.isAssignableFrom(type));
        return !passing && type.isInstance(thrown);
    }
}
