package dev.semel.spring;

import org.jspecify.annotations.Nullable;

/**
 * The source of the scope of a call where {@link Idempotent#scope()} is not set, such as the tenant or the principal of the thread. A bean of this
 * type is called on the thread of each call.
 */
@FunctionalInterface
public interface CurrentScope {

    /**
     * Returns the scope, or {@code null} if the caller is anonymous. Such a call is refused with {@link PrincipalMissingException}, since it would share
     * its keys with all other anonymous callers, unless its method {@linkplain Idempotent#allowAnonymous allows} that.
     */
    @Nullable
    String get();
}
