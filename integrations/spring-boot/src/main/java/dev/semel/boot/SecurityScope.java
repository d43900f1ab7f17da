package dev.semel.boot;

import dev.semel.spring.CurrentScope;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

/**
 * The principal of the thread. A thread without one, of an anonymous request, of a schedule or of {@code @Async}, has no scope, so that a call is
 * refused unless its method says otherwise. Where Spring Security is on the class path and does not guard the application, threads without
 * an authentication share the empty scope, which is logged once.
 */
final class SecurityScope implements CurrentScope {
    private static final Logger LOG = LoggerFactory.getLogger("dev.semel.boot");

    private final boolean secured;
    private final AtomicBoolean warned = new AtomicBoolean();

    SecurityScope(boolean secured) {
        this.secured = secured;
    }

    @Override
    public @Nullable String get() {
        Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
        if (authentication == null && !secured) {
            if (warned.compareAndSet(false, true)) {
                LOG.warn(
                        "A method with @Idempotent and without a scope was called without an authentication, and Spring Security does not"
                                + " guard this application: all such callers share one scope, so that one that sends the key of another gets its"
                                + " result. Give the method a scope, or define a bean of the type dev.semel.spring.CurrentScope.");
            }
            return "";
        }
        return PrincipalNames.of(authentication);
    }
}
