package dev.semel.boot.http;

import dev.semel.boot.OperationPolicies;
import dev.semel.boot.PrincipalNames;
import dev.semel.boot.PrincipalResolver;
import dev.semel.boot.Quotas;
import dev.semel.boot.RouteCustomizer;
import dev.semel.boot.SemelProperties;
import dev.semel.boot.check.MvcHandlers;
import dev.semel.boot.check.RouteCheck;
import dev.semel.http.HttpGuard;
import dev.semel.servlet.IdempotencyFilter;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.MultipartConfigElement;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;
import org.springframework.web.context.WebApplicationContext;

/** The filter of a servlet application. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
class ServletGuard {

    @Bean
    RouteFactory.Transactions semelRouteTransactions(
            ObjectProvider<TransactionalRoutes> routes, SemelProperties settings) {
        return RouteFactory.Transactions.of(routes.getIfAvailable(), settings);
    }

    @Bean
    RouteFactory semelRouteFactory(
            OperationPolicies policies,
            ObjectProvider<RouteCustomizer> customizers,
            RouteFactory.Transactions transactions,
            Quotas quotas) {
        return new RouteFactory(policies, customizers.orderedStream().toList(), transactions, quotas);
    }

    @Bean
    ContainerSettings semelContainerSettings(
            Environment environment, ObjectProvider<MultipartConfigElement> multipart) {
        return new ContainerSettings(environment, multipart.getIfUnique());
    }

    /** The filter, behind those of Spring Security, for requests and asynchronous dispatches. */
    @Bean
    @ConditionalOnMissingBean(name = "semelFilter")
    FilterRegistrationBean<IdempotencyFilter> semelFilter(
            HttpGuard guard, SemelProperties settings, ContainerSettings containerSettings, ListableBeanFactory beans) {
        PrincipalResolver resolver =
                beans.getBeanProvider(PrincipalResolver.class).getIfAvailable();
        boolean secured = SharedScope.isSecured(beans);
        SharedScope.warnIfAllShare(settings.http(), resolver != null, secured);
        IdempotencyFilter filter = filter(guard, resolver, secured);
        if (settings.http().runAfterWaiting()) {
            filter.runAfterWaiting();
        }
        containerSettings.apply(filter, settings.http());
        FilterRegistrationBean<IdempotencyFilter> registration = new FilterRegistrationBean<>(filter.mappedToAsync());
        registration.setName("semelFilter");
        registration.setOrder(settings.http().filterOrder());
        registration.setAsyncSupported(true);
        registration.setDispatcherTypes(DispatcherType.REQUEST, DispatcherType.ASYNC);
        registration.addUrlPatterns("/*");
        return registration;
    }

    /**
     * Creates the filter. With a resolver or Spring Security it looks up principals, and refuses requests without one.
     */
    private static IdempotencyFilter filter(HttpGuard guard, @Nullable PrincipalResolver resolver, boolean secured) {
        if (resolver != null) {
            return IdempotencyFilter.of(guard, resolver::principalOf);
        }
        return secured
                ? IdempotencyFilter.of(guard, request -> PrincipalNames.of(request.getUserPrincipal()))
                : IdempotencyFilter.of(guard);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.web.servlet.HandlerMapping")
    static class Check {

        @Bean
        @Lazy(false)
        RouteCheck semelRouteCheck(
                SemelProperties settings, ObjectProvider<HttpGuard> guard, WebApplicationContext context) {
            return new RouteCheck(settings.http(), guard, () -> MvcHandlers.in(context));
        }
    }
}
