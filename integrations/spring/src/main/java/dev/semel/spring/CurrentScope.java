package dev.semel.spring;

import org.jspecify.annotations.Nullable;

/**
 * On whose behalf a call is made, where {@link Idempotent#scope()} does not say so: such as the tenant or the principal of the thread. A bean of this
 * type is asked on the thread of each call.
 */
@FunctionalInterface
public interface CurrentScope {

    /** The scope; {@code null} if nobody knows on whose behalf: the call is then refused, as it would share its keys with strangers. */
    @Nullable
    String get();
}
