package dev.semel;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The work took effect, and that could not be recorded. No call runs it again before the lease ends; what happens then
 * is up to the policy after abandonment.
 */
public final class NotRecordedException extends SemelException {
    private final transient @Nullable Object value;
    private final transient Facts facts;

    /**
     * Creates an exception for a result that could not be stored.
     *
     * @param facts of the record when it was claimed
     * @param value that the work returned
     * @param cause that prevented the result from being stored
     */
    public NotRecordedException(Facts facts, @Nullable Object value, Throwable cause) {
        super(
                facts.operation() + " took effect in attempt " + facts.attempt()
                        + ", but that is not recorded; see the cause, and do not take this for a failure of the work",
                cause);
        this.facts = facts;
        this.value = value;
    }

    /** Returns the value of the work; empty if it returned {@code null}. */
    public Optional<Object> value() {
        return Optional.ofNullable(value);
    }

    /** Returns the facts of the record when this attempt claimed it. */
    public Facts facts() {
        return facts;
    }
}
