package dev.semel.boot;

import dev.semel.spring.CurrentScope;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

/**
 * The principal of the thread. A thread that no request has brought, such as one of a schedule, has the empty scope; a request of somebody anonymous
 * has none, so that a call on its behalf is refused unless the method says in which scope it is.
 */
final class SecurityScope implements CurrentScope {
    @Override
    public @Nullable String get() {
        Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
        if (authentication == null) {
            return "";
        }
        boolean known = authentication.isAuthenticated() && !(authentication instanceof AnonymousAuthenticationToken);
        return known ? authentication.getName() : null;
    }
}
