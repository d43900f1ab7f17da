package dev.semel.boot;

import dev.semel.http.HttpGuard;
import dev.semel.servlet.IdempotencyFilter;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.MultipartConfigElement;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** The filter of a servlet application. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
class ServletGuard {

    @Bean
    RouteFactory semelRouteFactory(
            OperationPolicies policies,
            ObjectProvider<RouteCustomizer> customizers,
            ObjectProvider<TransactionalRoutes> transactions,
            Quotas quotas) {
        return new RouteFactory(
                new Routes(policies), customizers.orderedStream().toList(), transactions.getIfAvailable(), quotas);
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
}
