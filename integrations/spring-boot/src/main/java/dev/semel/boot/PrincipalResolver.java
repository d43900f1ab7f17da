package dev.semel.boot;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * Determines who sends a request. A bean of this type replaces the default, which is the request's user principal, as
 * Spring Security sets it. Keys of different principals never collide, so return a proven identity, such as the tenant
 * id of a verified token. Must be safe for use by many threads.
 */
@FunctionalInterface
public interface PrincipalResolver {

    /**
     * Returns the name of the caller, or {@code null} if the caller is anonymous. An anonymous request is refused with
     * 401, unless its route allows anonymous callers, which all share one scope.
     */
    @Nullable
    String principalOf(HttpServletRequest request);
}
