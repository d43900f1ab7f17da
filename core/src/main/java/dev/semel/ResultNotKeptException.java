package dev.semel;

/**
 * The work took effect, and its result can't be kept: it is too large for the store, its codec can't encode it, or it is {@code null}
 * where that is no result. That it took effect is recorded, so that it never runs again; every call with the key gets this exception.
 */
public final class ResultNotKeptException extends SemelException {
    private final transient Facts facts;

    /** Reports why the result is missing, without any of it. */
    public ResultNotKeptException(String why, Facts facts) {
        super(facts.operation() + " took effect under this key, but its result was not kept: " + why, null);
        this.facts = facts;
    }

    /** The facts of the record. */
    public Facts facts() {
        return facts;
    }
}
