package dev.semel.boot.store;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.semel.servers.PostgresServer;
import dev.semel.spring.Idempotent;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
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
    static class Application {
        @Bean
        Orders orders() {
            return new Orders();
        }

        @Bean
        Endpoints endpoints(Orders orders) {
            return new Endpoints(orders);
        }

        @Bean
        SecurityFilterChain security(HttpSecurity security) throws Exception {
            return security.csrf(csrf -> csrf.disable())
                    .authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                    .httpBasic(Customizer.withDefaults())
                    .build();
        }

        @Bean
        UserDetailsService users() {
            return new InMemoryUserDetailsManager(
                    User.withUsername("ada").password("{noop}pw").build());
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
                ConfigurableApplicationContext application = start(server)) {
            log.setLevel(Level.INFO);
            log.addAppender(logged); // after the start, which resets logging
            for (String path : List.of("/payments", "/transfers", "/orders")) {
                assertThat(send(application, path, "before").statusCode()).isEqualTo(200);
            }
            server.kill();
            for (String path : List.of("/payments", "/transfers", "/orders")) {
                HttpResponse<String> refused = send(application, path, "after");
                assertThat(refused.statusCode()).as(path).isEqualTo(503);
                assertThat(refused.body()).as(path).contains("store-unavailable");
            }
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

    private static ConfigurableApplicationContext start(PostgresServer server) {
        return new SpringApplication(Application.class)
                .run(
                        "--server.port=0",
                        "--server.address=127.0.0.1",
                        "--spring.main.banner-mode=off",
                        "--spring.datasource.url=" + server.jdbcUrl(),
                        "--spring.datasource.username=" + server.user(),
                        "--spring.datasource.hikari.connection-timeout=2000",
                        "--semel.create-schema=true",
                        "--semel.http.routes[0].path=/payments",
                        "--semel.http.routes[0].operation=payments.create",
                        "--semel.http.routes[1].path=/transfers",
                        "--semel.http.routes[1].operation=transfers.create",
                        "--semel.http.routes[1].transactional=always");
    }

    private static HttpResponse<String> send(ConfigurableApplicationContext application, String path, String key)
            throws Exception {
        String port = application.getEnvironment().getRequiredProperty("local.server.port");
        String user = Base64.getEncoder().encodeToString("ada:pw".getBytes(StandardCharsets.UTF_8));
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                                .timeout(Duration.ofMinutes(2))
                                .header("Authorization", "Basic " + user)
                                .header("Idempotency-Key", key)
                                .POST(BodyPublishers.ofString(key))
                                .build(),
                        BodyHandlers.ofString());
    }
}
