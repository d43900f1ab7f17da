package dev.semel.http;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether there is room for a request in the quota of its route. */
sealed interface Admission {

    /** It may run, and nothing was counted. */
    Granted UNCOUNTED = new Granted(List.of(), List.of(), null);

    /** What was counted for a request, under a key that its other attempts share. */
    interface Count {

        /** Takes back what was counted; false if the counts can't be reached. */
        boolean giveBack();

        /** Counts this attempt for itself, and frees the key: the next attempt counts again. */
        void countAlone();

        /** Counts if the key was freed meanwhile, by another attempt that counted for itself. */
        void ensureCounted();
    }

    /**
     * It may run.
     *
     * @param fields for its answer; none if nothing was counted now
     * @param withoutIt the same, if it is given back what was counted for it
     * @param count what was counted; {@code null} if nothing was
     */
    record Granted(
            List<Header> fields,
            List<Header> withoutIt,
            @Nullable Count count) implements Admission {

        /** What to say beside its answer. An answer that does not count is given back what was counted for it. */
        List<Header> beside(boolean counts) {
            return counts || !giveBack() ? fields : withoutIt;
        }

        boolean giveBack() {
            return count != null && count.giveBack();
        }

        void countAlone() {
            if (count != null) {
                count.countAlone();
            }
        }

        void ensureCounted() {
            if (count != null) {
                count.ensureCounted();
            }
        }
    }

    /**
     * It may not.
     *
     * @param answer that says why
     */
    record Refused(Answer answer) implements Admission {}
}
