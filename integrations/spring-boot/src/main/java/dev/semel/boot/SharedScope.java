package dev.semel.boot;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.util.ClassUtils;

/** Warns when nothing tells callers apart, so that one of them who guesses a key would get another's answer. */
final class SharedScope {
    private static final Logger LOG = LoggerFactory.getLogger("dev.semel.boot");

    private SharedScope() {}

    static void warnIfAllShare(SemelProperties.Http settings, boolean hasResolver) {
        warnIfAllShare(settings, hasResolver, hasSecurity());
    }

    static void warnIfAllShare(SemelProperties.Http settings, boolean hasResolver, boolean hasSecurity) {
        boolean byPrincipal =
                settings.routes().stream().anyMatch(route -> route.scope() != RouteProperties.Scope.SHARED);
        if (byPrincipal && !hasResolver && !hasSecurity && !settings.sharedScope()) {
            LOG.warn(
                    "All callers of the guarded routes share one scope: there is neither Spring Security nor a bean of the type"
                            + " dev.semel.boot.PrincipalResolver to tell them apart, so a caller who uses another's key gets that one's"
                            + " answer. Define a PrincipalResolver, or set semel.http.shared-scope=true if that is right.");
        }
    }

    private static boolean hasSecurity() {
        return ClassUtils.isPresent(
                "org.springframework.security.web.SecurityFilterChain", SharedScope.class.getClassLoader());
    }
}
