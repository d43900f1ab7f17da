package dev.semel.spring;

import dev.semel.Operation;
import org.jspecify.annotations.Nullable;

/**
 * What the arguments of a call come to.
 *
 * @param key names the request; {@code null} if there is none
 * @param scope on whose behalf; {@code null} if the application has no scopes
 * @param request what the fingerprint is taken of
 */
record MethodCall(
        @Nullable String key,
        @Nullable String scope,
        @Nullable Object request) {

    <T extends @Nullable Object> Operation<T> in(Operation<T> operation) {
        return scope == null ? operation : operation.inScope(scope);
    }

    /** Never what came from outside. */
    @Override
    public String toString() {
        return "a call" + (key == null ? " without a key" : "");
    }
}
