package dev.semel.demo;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.boot.PrincipalResolver;
import jakarta.servlet.DispatcherType;
import java.util.List;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What the service is made of, beside its endpoints. */
@Configuration(proxyBeanMethods = false)
class DemoConfiguration {

    @Bean
    static StoreDeadline storeDeadline() {
        return new StoreDeadline();
    }

    @Bean
    Ledger ledger(HikariDataSource dataSource) {
        Ledger ledger = new Ledger(JdbcClient.create(dataSource));
        // What these take by default may not hold all characters.
        boolean says = String.valueOf(dataSource.getJdbcUrl()).matches("(?i)jdbc:(mysql|mariadb):.*");
        ledger.createTables(says ? " CHARACTER SET utf8mb4" : "");
        return ledger;
    }

    /** On whose behalf a request is made, for Semel. */
    @Bean
    PrincipalResolver principals() {
        return Caller::of;
    }

    /** Before Semel's filter: a header that can't be used must not become a stored answer. */
    @Bean
    FilterRegistrationBean<DemoHeaders> demoHeaders() {
        FilterRegistrationBean<DemoHeaders> registration = new FilterRegistrationBean<>(new DemoHeaders());
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 100);
        registration.setUrlPatterns(List.of("/*"));
        registration.setDispatcherTypes(DispatcherType.REQUEST, DispatcherType.ASYNC);
        return registration;
    }
}
