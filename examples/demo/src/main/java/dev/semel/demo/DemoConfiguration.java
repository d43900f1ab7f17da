package dev.semel.demo;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.boot.PrincipalResolver;
import dev.semel.demo.ledger.DemoLedger;
import dev.semel.demo.request.CallerHeader;
import dev.semel.demo.request.HeaderFilter;
import jakarta.servlet.DispatcherType;
import java.util.List;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The beans of the service beside its endpoints. */
@Configuration(proxyBeanMethods = false)
class DemoConfiguration {

    @Bean
    DemoLedger ledger(HikariDataSource dataSource) {
        DemoLedger ledger = new DemoLedger(JdbcClient.create(dataSource));
        // The default character set of these databases may not hold all characters.
        boolean limited = String.valueOf(dataSource.getJdbcUrl()).matches("(?i)jdbc:(mysql|mariadb):.*");
        ledger.createTables(limited ? " CHARACTER SET utf8mb4" : "");
        return ledger;
    }

    /** Resolves the caller of a request. */
    @Bean
    PrincipalResolver principals() {
        return CallerHeader::of;
    }

    /** Runs before Semel's filter, so that the rejection of a header is not stored as the result of an operation. */
    @Bean
    FilterRegistrationBean<HeaderFilter> demoHeaders() {
        FilterRegistrationBean<HeaderFilter> registration = new FilterRegistrationBean<>(new HeaderFilter());
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 100);
        registration.setUrlPatterns(List.of("/*"));
        registration.setDispatcherTypes(DispatcherType.REQUEST, DispatcherType.ASYNC);
        return registration;
    }
}
