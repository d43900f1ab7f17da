package dev.semel.http;

import dev.semel.Facts;
import dev.semel.store.RecordId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A limit on the requests of each caller, as a route asks it. {@code RouteQuota} of the module {@code semel-http-quotas} counts in the counters of a store.
 * Functions and applications without quotas do not carry it.
 */
public interface RequestQuota {

    /** Returns why no guard accepts this quota, such as that it has no limit. */
    Optional<String> problem();

    /** Returns whether a request with this answer counts. */
    boolean counts(Answer answer);

    /** Returns what counts the requests of a route, and refuses them in the words of a dialogue. */
    Counting counting(Route route, Dialogue dialogue);

    /** Counts the requests of a route before they run. Safe for use by multiple threads. */
    interface Counting {

        /** Counts an attempt that owns its record. */
        Admission admit(Exchange exchange, Facts facts);

        /** Counts a request that is about to claim its record. */
        Admission admit(Exchange exchange, RecordId id);

        /** Counts a request without a key. The key of its count protects against lost replies only. */
        Admission admit(Exchange exchange);
    }

    /** The decision about whether a request fits into the quota of its route. */
    sealed interface Admission {

        /** The request may run, and nothing was counted. */
        Granted UNCOUNTED = new Granted(List.of(), List.of(), null);

        /** The count of a request, under a key that its other attempts share. */
        interface Count {

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
        record Granted(
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
        record Refused(Answer answer) implements Admission {}
    }
}
