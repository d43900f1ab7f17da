package dev.semel.boot;

import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.util.ClassUtils;

/** Warns when nothing tells callers apart, so that one of them who sends another's key would get that one's answer. */
final class SharedScope {
    private static final Logger LOG = LoggerFactory.getLogger("dev.semel.boot");

    private SharedScope() {}

    static void warnIfAllShare(SemelProperties.Http settings, boolean hasResolver, boolean hasSecurity) {
        String shared = settings.routes().stream()
                .filter(route -> route.scope() != RouteProperties.Scope.SHARED && !route.allowAnonymous())
                .map(route -> String.valueOf(route.operation()))
                .distinct()
                .collect(Collectors.joining(", "));
        if (!shared.isEmpty() && !hasResolver && !hasSecurity && !settings.sharedScope()) {
            LOG.warn(
                    "All callers share one scope in the operations {}: neither Spring Security nor a bean of the type"
                            + " dev.semel.boot.PrincipalResolver (with WebFlux: ReactivePrincipalResolver) tells them apart, so a caller that"
                            + " sends the key of another gets its answer. Define one, or set semel.http.shared-scope=true if that is right;"
                            + " keys then need at least 128 random bits.",
                    shared);
        }
    }

    /** Whether Spring Security guards the application, and is not merely on the class path. */
    static boolean isSecured(ListableBeanFactory beans) {
        return beans.containsBean("springSecurityFilterChain") || hasReactiveSecurity(beans);
    }

    private static boolean hasReactiveSecurity(ListableBeanFactory beans) {
        String type = "org.springframework.security.web.server.WebFilterChainProxy";
        ClassLoader loader = SharedScope.class.getClassLoader();
        return ClassUtils.isPresent(type, loader)
                && beans.getBeanNamesForType(ClassUtils.resolveClassName(type, loader), true, false).length > 0;
    }
}
