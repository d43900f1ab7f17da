package dev.semel.http;

import java.util.List;
import java.util.function.BooleanSupplier;

/** Whether there is room for a request in the quota of its route. */
sealed interface Admission {

    /** It may run, and nothing was counted. */
    Granted UNCOUNTED = new Granted(List.of(), List.of(), () -> false);

    /**
     * It may run.
     *
     * @param fields for its answer; none if nothing was counted now
     * @param withoutIt the same, if it is given back what was counted for it
     * @param givingBack gives that back; false if it could not be
     */
    record Granted(List<Header> fields, List<Header> withoutIt, BooleanSupplier givingBack) implements Admission {

        /** What to say beside its answer. An answer that does not count is given back what was counted for it. */
        List<Header> beside(boolean counts) {
            return counts || !givingBack.getAsBoolean() ? fields : withoutIt;
        }
    }

    /**
     * It may not.
     *
     * @param answer that says why
     */
    record Refused(Answer answer) implements Admission {}
}
