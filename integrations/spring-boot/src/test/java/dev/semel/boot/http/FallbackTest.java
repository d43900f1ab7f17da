package dev.semel.boot.http;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.zaxxer.hikari.HikariDataSource;
import dev.semel.boot.method.SemelSpringAutoConfiguration;
import dev.semel.boot.store.SemelAutoConfiguration;
import dev.semel.boot.store.SemelCountersAutoConfiguration;
import dev.semel.spring.Idempotent;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;

/** A transactional method fell back to a lease without a log line. */
@DisplayName("a store that cannot join a transaction")
@Isolated("reads the log, which the start of another application sets up from scratch")
class FallbackTest {
    private final WebApplicationContextRunner application = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    SemelAutoConfiguration.class,
                    SemelCountersAutoConfiguration.class,
                    SemelHttpAutoConfiguration.class,
                    SemelSpringAutoConfiguration.class))
            .withUserConfiguration(Application.class);
    private final Logger log = (Logger) LoggerFactory.getLogger("dev.semel");
    private final ListAppender<ILoggingEvent> logged = new ListAppender<>();

    @Configuration
    @EnableTransactionManagement
    static class Application {
        @Bean(destroyMethod = "close")
        HikariDataSource pool() {
            HikariDataSource pool = new HikariDataSource();
            pool.setJdbcUrl("jdbc:h2:mem:" + java.util.UUID.randomUUID());
            return pool;
        }

        @Bean
        PlatformTransactionManager transactions(DataSource pool) {
            return new JdbcTransactionManager(pool);
        }
    }

    static class Orders {
        @Idempotent(operation = "orders.create", key = "#key")
        @Transactional
        public String place(String key) {
            return key;
        }
    }

    static class LeasedOrders {
        @Idempotent(operation = "orders.leased", key = "#key", mode = Idempotent.Mode.LEASED)
        @Transactional
        public String place(String key) {
            return key;
        }
    }

    private static final String[] ROUTE = {
        "semel.http.routes[0].path=/orders",
        "semel.http.routes[0].operation=orders.route",
        "semel.http.routes[0].transactional=if-possible"
    };

    @BeforeEach
    void listen() {
        logged.start();
        log.setLevel(Level.INFO);
        log.addAppender(logged);
    }

    @AfterEach
    void stop() {
        log.detachAppender(logged);
        log.setLevel(null);
    }

    private List<String> lines() {
        return logged.list.stream()
                .map(ILoggingEvent::getFormattedMessage)
                .filter(each -> each.contains("under a lease"))
                .toList();
    }

    @Test
    @DisplayName("is logged at start-up for each method and each route that falls back to a lease")
    void logged() {
        application
                .withBean(Orders.class)
                .withBean(LeasedOrders.class)
                .withPropertyValues("semel.store=memory:")
                .withPropertyValues(ROUTE)
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(lines()).hasSize(2);
        assertThat(lines()).anyMatch(each -> each.contains("Orders.place (orders.create)"));
        assertThat(lines()).anyMatch(each -> each.contains("semel.http.routes[0] (orders.route)"));
    }

    @Test
    @DisplayName("is refused at start-up if transactions are required")
    void required() {
        WebApplicationContextRunner requiring =
                application.withPropertyValues("semel.store=memory:", "semel.transactions=required");
        requiring
                .withBean(Orders.class)
                .run(context -> assertThat(context.getStartupFailure())
                        .hasStackTraceContaining("Orders.place")
                        .hasStackTraceContaining("semel.transactions is required"));
        requiring
                .withPropertyValues(ROUTE)
                .run(context -> assertThat(context.getStartupFailure())
                        .hasStackTraceContaining("semel.http.routes[0].transactional is if-possible"));
        requiring
                .withBean(LeasedOrders.class)
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    @DisplayName("is not reported if it is on the application's own pool")
    void onOnePool() {
        application
                .withBean(Orders.class)
                .withPropertyValues("semel.create-schema=true", "semel.transactions=required")
                .withPropertyValues(ROUTE)
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(lines()).isEmpty();
    }
}
