package dev.semel;

/** A call got no value because of the state of the record. The work did not run in this call. */
public abstract sealed class RefusedException extends SemelException
        permits InProgressException, MismatchException, InDoubtException, FailureReplayedException {
    private final transient Facts facts;

    RefusedException(String message, Facts facts) {
        super(message, null);
        this.facts = facts;
    }

    /** Returns the facts of the record. */
    public Facts facts() {
        return facts;
    }
}
