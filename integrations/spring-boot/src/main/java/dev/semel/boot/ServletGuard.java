package dev.semel.boot;

import dev.semel.http.HttpGuard;
import dev.semel.servlet.IdempotencyFilter;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.MultipartConfigElement;
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
        return new RouteFactory(
                new Routes(policies), customizers.orderedStream().toList(), transactions, quotas);
    }

    @Bean
    ContainerSettings semelContainerSettings(
            Environment environment, ObjectProvider<MultipartConfigElement> multipart) {
        return new ContainerSettings(environment, multipart.getIfUnique());
    }

    /** Behind Spring Security's filters, for requests and asynchronous dispatches. */
    @Bean
    @ConditionalOnMissingBean(name = "semelFilter")
    FilterRegistrationBean<IdempotencyFilter> semelFilter(
            HttpGuard guard,
            SemelProperties settings,
            ObjectProvider<PrincipalResolver> resolvers,
            ContainerSettings containerSettings) {
        PrincipalResolver resolver = resolvers.getIfAvailable();
        SharedScope.warnIfAllShare(settings.http(), resolver != null);
        IdempotencyFilter filter =
                resolver == null ? IdempotencyFilter.of(guard) : IdempotencyFilter.of(guard, resolver::principalOf);
        if (settings.http().runAfterWaiting()) {
            filter.runsAfterWaiting();
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
