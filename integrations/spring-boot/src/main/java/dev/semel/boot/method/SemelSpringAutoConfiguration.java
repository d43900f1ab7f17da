package dev.semel.boot.method;

import dev.semel.Semel;
import dev.semel.boot.OperationPolicies;
import dev.semel.boot.http.SharedScope;
import dev.semel.boot.http.TransactionalRoutes;
import dev.semel.boot.store.SemelAutoConfiguration;
import dev.semel.jdbc.JdbcStore;
import dev.semel.spring.CurrentScope;
import dev.semel.spring.EnableIdempotent;
import dev.semel.spring.OperationCustomizer;
import dev.semel.spring.RouteTransactions;
import dev.semel.store.Store;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * {@link dev.semel.spring.Idempotent} on the methods of beans, with the policies under {@code semel.operations}, and
 * routes in transactions.
 */
@AutoConfiguration(after = SemelAutoConfiguration.class)
@ConditionalOnBean(Semel.class)
@EnableIdempotent(proxyTargetClass = true)
public class SemelSpringAutoConfiguration {

    @Bean
    OperationCustomizer semelOperationCustomizer(OperationPolicies policies) {
        return new ConfiguredOperations(policies);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.security.core.context.SecurityContextHolder")
    static class Security {

        /**
         * With WebFlux, threads have no principal. Methods have to set a scope, since otherwise all callers would share
         * one.
         */
        @Bean
        @ConditionalOnMissingBean
        @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
        CurrentScope semelUnknownScope() {
            return () -> null;
        }

        @Bean
        @ConditionalOnMissingBean
        CurrentScope semelCurrentScope(ListableBeanFactory beans) {
            return new SecurityScope(SharedScope.isSecured(beans));
        }
    }

    /**
     * The empty scope, if the application states that all callers share one scope. Backs off if Spring Security is
     * used.
     */
    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnProperty("semel.http.shared-scope")
    CurrentScope semelSharedScope() {
        return () -> "";
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({JdbcStore.class, PlatformTransactionManager.class})
    static class Transactions {

        @Bean
        TransactionalRoutes semelTransactionalRoutes(Store store, ObjectProvider<PlatformTransactionManager> managers) {
            Optional<RouteTransactions> transactions = transactions(store, managers.getIfUnique());
            return route -> transactions.map(route::runningIn).isPresent();
        }

        private static Optional<RouteTransactions> transactions(
                Store store, @Nullable PlatformTransactionManager manager) {
            if (!(store instanceof JdbcStore sql) || manager == null) {
                return Optional.empty();
            }
            try {
                return Optional.of(RouteTransactions.on(sql, manager));
            } catch (IllegalArgumentException e) {
                return Optional.empty(); // another database or another pool: the routes have leases
            }
        }
    }
}
