package dev.semel.boot;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * Says who sends a request. A bean of this type takes the place of the default, which is the request's user principal, as Spring Security sets it.
 * Keys of different principals never meet, so answer with what was proven, such as a tenant's id of a checked token. Must be safe for use by
 * many threads.
 */
@FunctionalInterface
public interface PrincipalResolver {

    /**
     * Returns the name of the caller, or {@code null} if it is anonymous: the request is then refused with 401, unless its route allows anonymous
     * callers, which all share one scope.
     */
    @Nullable
    String principalOf(HttpServletRequest request);
}
