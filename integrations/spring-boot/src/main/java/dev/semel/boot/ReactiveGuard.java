package dev.semel.boot;

import dev.semel.http.HttpGuard;
import dev.semel.spring.IdempotencyWebFilter;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

/** The web filter of an application with WebFlux. Transactions of JDBC belong to a thread, so there are none here. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
class ReactiveGuard {

    @Bean
    RouteFactory semelRouteFactory(
            OperationPolicies policies,
            ObjectProvider<RouteCustomizer> customizers,
            Quotas quotas,
            SemelProperties settings) {
        return new RouteFactory(
                new Routes(policies),
                customizers.orderedStream().toList(),
                RouteFactory.Transactions.of(null, settings),
                quotas);
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

    @Bean
    @Lazy(false)
    RouteCheck semelRouteCheck(SemelProperties settings, ObjectProvider<HttpGuard> guard, ApplicationContext context) {
        return new RouteCheck(settings.http(), guard, () -> WebFluxHandlers.in(context));
    }
}
