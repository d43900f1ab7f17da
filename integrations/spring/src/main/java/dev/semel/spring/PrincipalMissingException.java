package dev.semel.spring;

import dev.semel.SemelException;

/**
 * Thrown when a call of an {@link Idempotent} method is refused because {@link CurrentScope} returns no principal. Nothing has run. In a web application
 * {@link IdempotentProblems} answers it with 401.
 */
public final class PrincipalMissingException extends SemelException {
    private static final long serialVersionUID = 1;

    /** Creates the exception of a call without a principal. */
    public PrincipalMissingException() {
        super(
                "the call has no principal, and anonymous callers would share their keys; authenticate the caller, give the method a scope, or"
                        + " set @Idempotent(allowAnonymous = true)",
                null);
    }
}
