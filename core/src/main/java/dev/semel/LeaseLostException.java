package dev.semel;

import org.jspecify.annotations.Nullable;

/**
 * The work ran, and meanwhile its lease expired and another owner claimed the record, so nothing of this attempt was
 * stored. The other owner's result counts: call again with the same key to get it. The cause is what the work threw, if
 * it failed and the policy replays that.
 */
public final class LeaseLostException extends SemelException {
    private final transient Facts facts;

    /** Creates an exception for a record that had these facts when this attempt claimed it, and that another owner has claimed since. */
    public LeaseLostException(Facts facts) {
        this(facts, null);
    }

    /** Does the same, with what the work threw as the cause. */
    public LeaseLostException(Facts facts, @Nullable Throwable failure) {
        super(
                facts.operation() + " lost its lease while attempt " + facts.attempt()
                        + " was running, and another attempt has taken over; its effect may have happened twice. Call again with the same"
                        + " key for the result that counts, and give the operation a longer lease if this happens often",
                failure);
        this.facts = facts;
    }

    /** Returns the facts of the record when this attempt claimed it. */
    public Facts facts() {
        return facts;
    }
}
