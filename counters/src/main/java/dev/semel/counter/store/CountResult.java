package dev.semel.counter.store;

import java.util.List;

/** The result of a call. */
public sealed interface CountResult {

    /**
     * All changes took effect, now or when a call was first sent with this key.
     *
     * @param counts the counts afterwards, one for each change
     * @param again whether the key was remembered, so that this call counted nothing
     */
    record Applied(List<StoredCount> counts, boolean again) implements CountResult {
        /** Copies the list. */
        public Applied {
            counts = List.copyOf(counts);
        }
    }

    /**
     * Nothing was counted: a count would have exceeded its limit or {@link Long#MAX_VALUE}.
     *
     * @param index the index of the change, the first one if there are several
     * @param counts the unchanged counts in the windows of the changes, one for each change
     */
    record OverLimit(int index, List<StoredCount> counts) implements CountResult {
        /** Copies the list. */
        public OverLimit {
            counts = List.copyOf(counts);
        }
    }

    /**
     * Nothing was counted: the subject has no such count, and the change does not create it.
     *
     * @param index the index of the change, the first one if there are several
     */
    record UnknownSubject(int index) implements CountResult {}
}
