package dev.semel.boot.http;

import dev.semel.boot.OperationPolicies;
import dev.semel.boot.PrincipalNames;
import dev.semel.boot.Quotas;
import dev.semel.boot.ReactivePrincipalResolver;
import dev.semel.boot.RouteCustomizer;
import dev.semel.boot.SemelProperties;
import dev.semel.boot.check.RouteCheck;
import dev.semel.boot.check.WebFluxHandlers;
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

/** The web filter of a WebFlux application. It has no transactions, since those of JDBC are bound to a thread. */
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
                policies, customizers.orderedStream().toList(), RouteFactory.Transactions.of(null, settings), quotas);
    }

    /** The web filter, behind that of Spring Security, whose order is -100. */
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

    /**
     * Creates the filter. With a resolver or Spring Security it looks up principals, and refuses requests without one.
     */
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
