package dev.semel.spring;

import org.jspecify.annotations.Nullable;

/**
 * On whose behalf a call is made, where {@link Idempotent#scope()} does not say so: such as the tenant or the principal of the thread. A bean of this
 * type is asked on the thread of each call.
 */
@FunctionalInterface
public interface CurrentScope {

    /**
     * Returns the scope, or {@code null} if the caller is anonymous. Such a call is refused with {@link PrincipalMissingException}, as it would share
     * its keys with all other anonymous callers, unless its method {@linkplain Idempotent#allowAnonymous allows} that.
     */
    @Nullable
    String get();
}
