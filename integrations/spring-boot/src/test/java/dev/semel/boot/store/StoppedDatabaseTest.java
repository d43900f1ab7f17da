package dev.semel.boot.store;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.semel.boot.BasicSecurity;
import dev.semel.boot.ServedApplication;
import dev.semel.servers.PostgresServer;
import dev.semel.spring.Idempotent;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** A request waited for three time-outs of the pool or ended with 500, and nothing was logged. */
@DisplayName("an application whose database is stopped")
@Isolated("reads the log, which the start of another application sets up from scratch")
class StoppedDatabaseTest {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(BasicSecurity.Required.class)
    static class Application {
        @Bean
        Orders orders() {
            return new Orders();
        }

        @Bean
        Endpoints endpoints(Orders orders) {
            return new Endpoints(orders);
        }
    }

    static class Orders {
        @Idempotent(operation = "orders.create", key = "#key")
        @Transactional
        public String place(String key) {
            return "placed";
        }
    }

    @RestController
    static class Endpoints {
        private final Orders orders;

        Endpoints(Orders orders) {
            this.orders = orders;
        }

        @PostMapping({"/payments", "/transfers"})
        String pay() {
            return "paid";
        }

        @PostMapping("/orders")
        String order(@RequestBody String key) {
            return orders.place(key);
        }
    }

    @Test
    @DisplayName("answers 503 on routes, transactional routes and methods, and logs the address and the reason")
    @Timeout(300)
    void stopped() throws Exception {
        Logger log = (Logger) LoggerFactory.getLogger("dev.semel");
        ListAppender<ILoggingEvent> logged = new ListAppender<>();
        logged.start();
        try (PostgresServer server = PostgresServer.start();
                ServedApplication application = start(server)) {
            log.setLevel(Level.INFO);
            log.addAppender(logged); // after the start, which resets logging
            for (String path : List.of("/payments", "/transfers", "/orders")) {
                assertThat(application
                                .post("ada", path, "before", "Idempotency-Key", "before")
                                .statusCode())
                        .isEqualTo(200);
            }
            server.kill();
            for (String path : List.of("/payments", "/transfers", "/orders")) {
                HttpResponse<String> refused = application.post("ada", path, "after", "Idempotency-Key", "after");
                assertThat(refused.statusCode()).as(path).isEqualTo(503);
                assertThat(refused.body()).as(path).contains("store-unavailable");
            }
            assertThat(application.get("ada", "/actuator/health").body())
                    .contains("\"problem\":\"the SQL store could not")
                    .contains("127.0.0.1:" + server.port());
            assertThat(logged.list)
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .filteredOn(line -> line.contains("failed at"))
                    .isNotEmpty()
                    .allSatisfy(line -> assertThat(line).contains("127.0.0.1:" + server.port()));
        } finally {
            log.setLevel(null);
            log.detachAppender(logged);
        }
    }

    private static ServedApplication start(PostgresServer server) {
        return ServedApplication.start(
                Application.class,
                "spring.datasource.url=" + server.jdbcUrl(),
                "spring.datasource.username=" + server.user(),
                "spring.datasource.hikari.connection-timeout=2000",
                "management.endpoint.health.show-details=always",
                "management.health.db.enabled=false",
                "semel.create-schema=true",
                "semel.http.routes[0].path=/payments",
                "semel.http.routes[0].operation=payments.create",
                "semel.http.routes[1].path=/transfers",
                "semel.http.routes[1].operation=transfers.create",
                "semel.http.routes[1].transactional=always");
    }
}
