package dev.semel.boot;

import dev.semel.http.HttpGuard;
import dev.semel.spring.IdempotencyWebFilter;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The web filter of an application with WebFlux. Transactions of JDBC belong to a thread, so there are none here. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
class ReactiveGuard {

    @Bean
    RouteFactory semelRouteFactory(
            OperationPolicies policies, ObjectProvider<RouteCustomizer> customizers, Quotas quotas) {
        return new RouteFactory(
                new Routes(policies), customizers.orderedStream().toList(), null, quotas);
    }

    /** Behind Spring Security's web filter, which is at -100. */
    @Bean
    @ConditionalOnMissingBean
    IdempotencyWebFilter semelWebFilter(
            HttpGuard guard, SemelProperties settings, ObjectProvider<ReactivePrincipalResolver> resolvers) {
        ReactivePrincipalResolver resolver = resolvers.getIfAvailable();
        SharedScope.warnIfAllShare(settings.http(), resolver != null);
        IdempotencyWebFilter filter = resolver == null
                ? IdempotencyWebFilter.of(guard)
                : IdempotencyWebFilter.of(guard, resolver::principalOf);
        return filter.withOrder(settings.http().filterOrder());
    }
}
