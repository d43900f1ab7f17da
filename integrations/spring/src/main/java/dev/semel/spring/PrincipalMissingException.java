package dev.semel.spring;

import dev.semel.SemelException;

/**
 * A call of an {@link Idempotent} method was refused, since {@link CurrentScope} knows no principal on whose behalf it is made. Nothing has run. In a
 * web application it is answered with 401 by {@link IdempotentProblems}.
 */
public final class PrincipalMissingException extends SemelException {
    private static final long serialVersionUID = 1;

    PrincipalMissingException() {
        super(
                "the call has no principal, and anonymous callers would share their keys; authenticate the caller, give the method a scope, or"
                        + " set @Idempotent(allowAnonymous = true)",
                null);
    }
}
