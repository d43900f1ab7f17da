package dev.semel;

import java.time.Duration;

/** What the work may know about the attempt that it is. Safe for use by many threads, also after the attempt has ended. */
public interface Context {

    /** The facts of the record when this attempt claimed it. */
    Facts facts();

    /** Which attempt this is, starting at 1. Above 1, an earlier one failed or was abandoned, and may have had effects. */
    default int attempt() {
        return facts().attempt();
    }

    /**
     * A key to hand to a third party, the same for every attempt of this record, so that the third party can tell a repetition. A UUID
     * in its usual form.
     *
     * @param name tells apart the calls of one operation, such as {@code "card-network"}
     */
    String childKey(String name);

    /**
     * Whether the lease is still this attempt's, as far as is known without asking the store: no renewal was refused, and the time since
     * the last confirmed one is shorter than the lease. Ask before an effect that can't be taken back.
     */
    boolean stillOwner();

    /** How long the lease lasts if it isn't renewed; zero when it is over or lost. */
    Duration timeLeft();
}
