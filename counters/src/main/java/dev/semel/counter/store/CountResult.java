package dev.semel.counter.store;

import java.util.List;

/** What came of a call. */
public sealed interface CountResult {

    /**
     * All changes took effect, now or when the call was first sent under its key.
     *
     * @param counts after it, one for each change
     * @param again whether the key was known: nothing was counted now
     */
    record Applied(List<StoredCount> counts, boolean again) implements CountResult {
        /** Copies the list. */
        public Applied {
            counts = List.copyOf(counts);
        }
    }

    /**
     * Nothing was counted: the count of one change would have passed its limit or {@link Long#MAX_VALUE}.
     *
     * @param index which of the changes, the first one if there are several
     * @param counts as they are in the windows they would have been counted in, one for each change
     */
    record OverLimit(int index, List<StoredCount> counts) implements CountResult {
        /** Copies the list. */
        public OverLimit {
            counts = List.copyOf(counts);
        }
    }

    /**
     * Nothing was counted: there is no count of the subject, and the change does not make one.
     *
     * @param index which of the changes, the first one if there are several
     */
    record UnknownSubject(int index) implements CountResult {}
}
