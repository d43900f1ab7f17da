package dev.semel;

/**
 * The work took effect, and its result can't be kept: it is too large for the store, its codec can't encode it, or it
 * is {@code null} where the codec does not accept that. That the work took effect is recorded, so it never runs again.
 * Every call with the key gets this exception.
 */
public final class ResultNotKeptException extends SemelException {
    private final transient Facts facts;

    /** Creates an exception with the reason why the result is missing, without any of its content. */
    public ResultNotKeptException(String why, Facts facts) {
        super(facts.operation() + " took effect under this key, but its result was not kept: " + why, null);
        this.facts = facts;
    }

    /** Returns the facts of the record. */
    public Facts facts() {
        return facts;
    }
}
