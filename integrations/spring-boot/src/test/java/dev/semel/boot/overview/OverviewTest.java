package dev.semel.boot.overview;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.zaxxer.hikari.HikariDataSource;
import dev.semel.boot.http.SemelHttpAutoConfiguration;
import dev.semel.boot.method.SemelSpringAutoConfiguration;
import dev.semel.boot.purge.SemelPurgeAutoConfiguration;
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
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;

@DisplayName("one line in the log at the start")
@Isolated("reads the log, which the start of another application sets up from scratch")
class OverviewTest {
    private static final AutoConfigurations SEMEL = AutoConfigurations.of(
            SemelAutoConfiguration.class,
            SemelCountersAutoConfiguration.class,
            SemelHttpAutoConfiguration.class,
            SemelSpringAutoConfiguration.class,
            SemelPurgeAutoConfiguration.class,
            SemelOverviewAutoConfiguration.class);

    private final WebApplicationContextRunner application = new WebApplicationContextRunner().withConfiguration(SEMEL);
    private final Logger log = (Logger) LoggerFactory.getLogger("dev.semel.boot");
    private final ListAppender<ILoggingEvent> logged = new ListAppender<>();

    @BeforeEach
    void listen() {
        logged.start();
        log.setLevel(Level.INFO);
        log.addAppender(logged);
    }

    @AfterEach
    void leave() {
        log.detachAppender(logged);
        log.setLevel(null);
    }

    private List<String> lines() {
        return logged.list.stream()
                .filter(event -> event.getLevel() == Level.INFO)
                .map(ILoggingEvent::getFormattedMessage)
                .filter(line -> line.startsWith("Semel: "))
                .toList();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement
    static class Application {
        @Bean
        DataSource pool() {
            HikariDataSource pool = new HikariDataSource();
            pool.setJdbcUrl("jdbc:h2:mem:overview;DB_CLOSE_DELAY=-1");
            return pool;
        }

        @Bean
        JdbcTransactionManager transactions(DataSource pool) {
            return new JdbcTransactionManager(pool);
        }

        @Bean
        Orders orders() {
            return new Orders();
        }
    }

    static class Orders {
        @Idempotent(operation = "orders.place", key = "#key")
        @Transactional
        public String place(String key) {
            return "placed";
        }

        @Idempotent(operation = "orders.send", key = "#key")
        public String send(String key) {
            return "sent";
        }
    }

    @Test
    @DisplayName("shows the store, the routes and methods with their operations, and the mode of each")
    void shown() {
        application
                .withUserConfiguration(Application.class)
                .withPropertyValues(
                        "semel.http.routes[0].path=/payments",
                        "semel.http.routes[0].operation=payments.create",
                        "semel.http.routes[1].path=/transfers/{id}",
                        "semel.http.routes[1].methods=PUT",
                        "semel.http.routes[1].operation=transfers.create",
                        "semel.http.routes[1].transactional=always",
                        "semel.operations.payments.crate.retention=25h")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(lines())
                            .singleElement()
                            .asString()
                            .startsWith("Semel: records are in JdbcStore (")
                            .contains("overview")
                            .contains("routes: PATCH, POST /payments as payments.create (lease),"
                                    + " PUT /transfers/{id} as transfers.create (transaction)")
                            .contains("methods: OverviewTest.Orders.place as orders.place (transaction),"
                                    + " OverviewTest.Orders.send as orders.send (lease)")
                            .contains("policies without an operation so far: payments.crate")
                            .contains("purge every 10m");
                });
    }

    @Test
    @DisplayName("says what to do if nothing is guarded")
    void nothing() {
        application
                .withPropertyValues("semel.store=memory:")
                .run(context -> assertThat(lines())
                        .containsExactly("Semel: records are in MemoryStore; nothing is guarded yet: name endpoints in"
                                + " semel.http.routes, or put @Idempotent on methods of beans"));
    }

    @Test
    @DisplayName("creates no lazy bean")
    void lazy() {
        application
                .withUserConfiguration(Application.class)
                .withInitializer(context ->
                        context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(lines()).singleElement().asString().doesNotContain("orders.place");
                    context.getBean(Orders.class);
                    assertThat(context.getBean(Overview.class).methods())
                            .extracting(Overview.Guarded::operation)
                            .contains("orders.place");
                });
    }

    @Test
    @DisplayName("shows the routes of a WebFlux application")
    void reactive() {
        new ReactiveWebApplicationContextRunner()
                .withConfiguration(SEMEL)
                .withPropertyValues(
                        "semel.store=memory:",
                        "semel.http.unmatched-routes=ignore",
                        "semel.http.routes[0].path=/payments",
                        "semel.http.routes[0].operation=payments.create")
                .run(context -> assertThat(lines())
                        .singleElement()
                        .asString()
                        .contains("PATCH, POST /payments as payments.create (lease)"));
    }
}
