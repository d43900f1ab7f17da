package dev.semel.boot.http;

import dev.semel.boot.RouteProperties;
import dev.semel.boot.SemelProperties;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.util.ClassUtils;

/**
 * Warns if nothing distinguishes callers, so that a caller that sends another caller's key would get that caller's
 * answer.
 */
public final class SharedScope {
    private static final Logger LOG = LoggerFactory.getLogger("dev.semel.boot");

    private SharedScope() {}

    /**
     * Logs a warning if routes have callers that share one scope, unless the settings say so.
     *
     * @param hasResolver whether the application resolves principals
     * @param hasSecurity whether Spring Security guards the application
     */
    static void warnIfAllShare(SemelProperties.Http settings, boolean hasResolver, boolean hasSecurity) {
        String shared = settings.routes().stream()
                .filter(route -> route.scope() != RouteProperties.Scope.SHARED && !route.allowAnonymous())
                .map(route -> String.valueOf(route.operation()))
                .distinct()
                .collect(Collectors.joining(", "));
        if (!shared.isEmpty() && !hasResolver && !hasSecurity && !settings.sharedScope()) {
            LOG.warn(
                    "All callers share one scope in the operations {}: neither Spring Security nor a bean of the type"
                            + " dev.semel.boot.PrincipalResolver (with WebFlux: ReactivePrincipalResolver) distinguishes them, so a caller that"
                            + " sends another caller's key gets that caller's answer. Define one, or set semel.http.shared-scope=true if that"
                            + " is intended; keys then need at least 128 random bits.",
                    shared);
        }
    }

    /** Returns whether Spring Security guards the application, and is not merely on the class path. */
    public static boolean isSecured(ListableBeanFactory beans) {
        return beans.containsBean("springSecurityFilterChain") || hasReactiveSecurity(beans);
    }

    private static boolean hasReactiveSecurity(ListableBeanFactory beans) {
        String type = "org.springframework.security.web.server.WebFilterChainProxy";
        ClassLoader loader = SharedScope.class.getClassLoader();
        return ClassUtils.isPresent(type, loader)
                && beans.getBeanNamesForType(ClassUtils.resolveClassName(type, loader), true, false).length > 0;
    }
}
