package dev.semel.spring.method;

import dev.semel.Operation;
import org.jspecify.annotations.Nullable;

/**
 * The key, scope and request of a call, as its arguments provide them.
 *
 * @param key the key; {@code null} if there is none
 * @param scope the scope; {@code null} if the application has no scopes
 * @param request the value that the fingerprint is taken of
 */
record MethodCall(
        @Nullable String key,
        @Nullable String scope,
        @Nullable Object request) {

    <T extends @Nullable Object> Operation<T> in(Operation<T> operation) {
        return scope == null ? operation : operation.inScope(scope);
    }

    /** Returns a text without values of the caller. */
    @Override
    public String toString() {
        return "a call" + (key == null ? " without a key" : "");
    }
}
