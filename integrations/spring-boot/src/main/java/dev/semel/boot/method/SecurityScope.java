package dev.semel.boot.method;

import dev.semel.boot.PrincipalNames;
import dev.semel.spring.CurrentScope;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

/**
 * The scope of methods: the principal of the calling thread. A thread without a principal, such as that of an anonymous
 * request, a schedule or {@code @Async}, has no scope, and the call is refused unless its method allows anonymous
 * callers. If Spring Security is on the class path but does not guard the application, threads without an
 * authentication share the empty scope, which is logged once.
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
                        "A method with @Idempotent and without a scope was called without an authentication, and Spring Security does"
                                + " not guard this application. All such callers share one scope: a caller that sends another caller's"
                                + " key gets that caller's result. Set a scope for the method, or define a bean of the type"
                                + " dev.semel.spring.CurrentScope.");
            }
            return "";
        }
        return PrincipalNames.of(authentication);
    }
}
