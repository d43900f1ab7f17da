package dev.semel.boot;

import dev.semel.http.HttpGuard;
import dev.semel.spring.IdempotencyWebFilter;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
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
            HttpGuard guard,
            SemelProperties settings,
            ObjectProvider<ReactivePrincipalResolver> resolvers,
            ListableBeanFactory beans) {
        ReactivePrincipalResolver resolver = resolvers.getIfAvailable();
        boolean secured = SharedScope.isSecured(beans);
        SharedScope.warnIfAllShare(settings.http(), resolver != null, secured);
        return filter(guard, resolver, secured).withOrder(settings.http().filterOrder());
    }

    /** Where something authenticates callers, it is given a function for the principal, and so refuses requests without one. */
    private static IdempotencyWebFilter filter(
            HttpGuard guard, @Nullable ReactivePrincipalResolver resolver, boolean secured) {
        if (resolver != null) {
            return IdempotencyWebFilter.of(guard, resolver::principalOf);
        }
        return secured
                ? IdempotencyWebFilter.of(
                        guard, exchange -> exchange.getPrincipal().mapNotNull(PrincipalNames::of))
                : IdempotencyWebFilter.of(guard);
    }

    @Bean
    @Lazy(false)
    RouteCheck semelRouteCheck(SemelProperties settings, ObjectProvider<HttpGuard> guard, ApplicationContext context) {
        return new RouteCheck(settings.http(), guard, () -> WebFluxHandlers.in(context));
    }
}
