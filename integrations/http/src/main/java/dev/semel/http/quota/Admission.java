package dev.semel.http.quota;

import dev.semel.http.Answer;
import dev.semel.http.Header;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The decision about whether a request fits into the quota of its route. */
public sealed interface Admission {

    /** The request may run, and nothing was counted. */
    Granted UNCOUNTED = new Granted(List.of(), List.of(), null);

    /** The count of a request, under a key that its other attempts share. */
    public interface Count {

        /** Takes the count back, and returns false if the counts are unreachable. */
        boolean giveBack();

        /** Counts this attempt separately and frees the key, so that the next attempt counts again. */
        void countAlone();

        /** Counts if another attempt has freed the key meanwhile by counting separately. */
        void ensureCounted();
    }

    /**
     * The request may run.
     *
     * @param fields the fields for its answer; none if nothing was counted now
     * @param withoutIt the fields if its count is taken back
     * @param count its count; {@code null} if nothing was counted
     */
    public record Granted(
            List<Header> fields,
            List<Header> withoutIt,
            @Nullable Count count) implements Admission {

        /** Returns the fields for an answer. Takes the count back first if the answer does not count. */
        public List<Header> beside(boolean counts) {
            return counts || !giveBack() ? fields : withoutIt;
        }

        /** Takes the count back, and returns false if nothing was counted or the counts are unreachable. */
        public boolean giveBack() {
            return count != null && count.giveBack();
        }

        /** Counts this attempt separately and frees the key, if anything was counted. */
        public void countAlone() {
            if (count != null) {
                count.countAlone();
            }
        }

        /** Counts again if another attempt has freed the key meanwhile. */
        public void ensureCounted() {
            if (count != null) {
                count.ensureCounted();
            }
        }
    }

    /**
     * The request may not run.
     *
     * @param answer the answer with the reason
     */
    public record Refused(Answer answer) implements Admission {}
}
