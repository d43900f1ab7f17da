package dev.semel.boot;

import dev.semel.Semel;
import dev.semel.http.HttpGuard;
import dev.semel.servlet.IdempotencyFilter;
import dev.semel.spring.IdempotentProblems;
import jakarta.servlet.DispatcherType;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;

/** The filter that guards the routes under {@code semel.http.routes}, in a servlet application. */
@AutoConfiguration(after = {SemelAutoConfiguration.class, SemelCountersAutoConfiguration.class})
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnBean(Semel.class)
public class SemelHttpAutoConfiguration {

    /** The rules; an application with routes in its code makes one of its own. */
    @Bean
    @ConditionalOnMissingBean
    HttpGuard semelHttpGuard(Semel semel, SemelProperties settings, RouteFactory routes) {
        HttpGuard.Builder guard = HttpGuard.on(semel).statusPath(settings.http().statusPath());
        List<RouteProperties> all = settings.http().routes();
        for (int i = 0; i < all.size(); i++) {
            guard.route(routes.of(all.get(i), i));
        }
        try {
            return guard.build();
        } catch (IllegalArgumentException e) {
            throw new WrongSettingException(
                    "The routes under semel.http.routes can't be used: " + e.getMessage(), "Correct them.", e);
        }
    }

    @Bean
    RouteFactory semelRouteFactory(
            OperationPolicies policies,
            ObjectProvider<RouteCustomizer> customizers,
            ObjectProvider<TransactionalRoutes> transactions,
            Quotas quotas) {
        return new RouteFactory(
                new Routes(policies), customizers.orderedStream().toList(), transactions.getIfAvailable(), quotas);
    }

    /** Behind Spring Security's filters, for requests and asynchronous dispatches. */
    @Bean
    @ConditionalOnMissingBean(name = "semelFilter")
    FilterRegistrationBean<IdempotencyFilter> semelFilter(
            HttpGuard guard, SemelProperties settings, ObjectProvider<PrincipalResolver> resolvers) {
        PrincipalResolver resolver = resolvers.getIfAvailable();
        SharedScope.warnIfAllShare(settings.http(), resolver != null);
        IdempotencyFilter filter =
                resolver == null ? IdempotencyFilter.of(guard) : IdempotencyFilter.of(guard, resolver::principalOf);
        if (settings.http().runAfterWaiting()) {
            filter.runsAfterWaiting();
        }
        FilterRegistrationBean<IdempotencyFilter> registration = new FilterRegistrationBean<>(filter.mappedToAsync());
        registration.setName("semelFilter");
        registration.setOrder(settings.http().filterOrder());
        registration.setAsyncSupported(true);
        registration.setDispatcherTypes(DispatcherType.REQUEST, DispatcherType.ASYNC);
        registration.addUrlPatterns("/*");
        return registration;
    }

    /** Answers by problem documents what methods with {@link dev.semel.spring.Idempotent} throw in controllers. */
    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnClass(name = "org.springframework.web.servlet.DispatcherServlet")
    IdempotentProblems semelIdempotentProblems() {
        return new IdempotentProblems();
    }
}
