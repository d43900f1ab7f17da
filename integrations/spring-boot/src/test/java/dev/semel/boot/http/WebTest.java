package dev.semel.boot.http;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.semel.boot.BasicSecurity;
import dev.semel.boot.Quotas;
import dev.semel.boot.SemelProperties;
import dev.semel.boot.ServedApplication;
import dev.semel.counter.Quota;
import dev.semel.spring.Idempotent;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** A complete application with a server, Spring Security and the Actuator, in either version of Spring Boot. */
@DisplayName("a web application with the starter")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WebTest {
    private ServedApplication application;

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(BasicSecurity.Required.class)
    static class Application {
        @Bean
        Payments payments() {
            return new Payments(new AtomicInteger());
        }

        @Bean
        Endpoints endpoints(Payments payments) {
            return new Endpoints(payments);
        }
    }

    static class Payments {
        private final AtomicInteger count;

        Payments(AtomicInteger count) {
            this.count = count;
        }

        @Idempotent(operation = "payments.settle", key = "#key")
        public String settle(String key) {
            return "settled " + count.incrementAndGet();
        }
    }

    @RestController
    static class Endpoints {
        private final AtomicInteger count = new AtomicInteger();
        private final Payments payments;

        Endpoints(Payments payments) {
            this.payments = payments;
        }

        @PostMapping({"/payments", "/limited", "/transfers"})
        ResponseEntity<String> pay(@RequestBody String body) {
            return ResponseEntity.status(201).body("payment " + count.incrementAndGet());
        }

        @PostMapping("/settlements")
        String settle(@RequestBody String body) {
            return payments.settle(body);
        }
    }

    @BeforeAll
    void start() {
        application = ServedApplication.start(
                Application.class,
                "spring.datasource.url=jdbc:h2:mem:web-" + UUID.randomUUID(),
                "semel.create-schema=true",
                "semel.metrics.records-every=1m",
                "semel.operations.payments.settle.lease=20s",
                "management.endpoints.web.exposure.include=*",
                "management.endpoint.health.show-details=always",
                "semel.http.routes[0].path=/payments",
                "semel.http.routes[0].operation=payments.create",
                "semel.http.routes[1].path=/limited",
                "semel.http.routes[1].operation=limited",
                "semel.http.routes[1].transactional=always",
                "semel.http.routes[1].quota=few",
                "semel.http.routes[2].path=/transfers",
                "semel.http.routes[2].operation=transfers.create",
                "semel.http.routes[2].transactional=always",
                "semel.quotas.few.window=1000d",
                "semel.quotas.few.per-window=2",
                "semel.quotas.few.per-month=100");
    }

    @AfterAll
    void stop() {
        application.close();
    }

    private HttpResponse<String> pay(String user, String key) {
        return application.post(user, "/payments", "{}", "Content-Type", "application/json", "Idempotency-Key", key);
    }

    @Test
    @DisplayName("C4 C13 replays to the same principal of Spring Security, and to no other")
    void principals() {
        HttpResponse<String> first = pay("ada", "k-1");
        assertThat(first.statusCode()).isEqualTo(201);
        HttpResponse<String> again = pay("ada", "k-1");
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.headers().firstValue("Idempotency-Replayed")).contains("true");
        assertThat(pay("bob", "k-1").body()).isNotEqualTo(first.body());
        assertThat(application
                        .post("eve", "/payments", "{}", "Idempotency-Key", "k-1")
                        .statusCode())
                .isEqualTo(401);
    }

    @Test
    @DisplayName("enables @Idempotent, with the principal as the scope")
    void annotated() {
        String first = application.post("ada", "/settlements", "s-1").body();
        assertThat(first).startsWith("settled");
        assertThat(application.post("ada", "/settlements", "s-1").body()).isEqualTo(first);
        assertThat(application.post("bob", "/settlements", "s-1").body()).isNotEqualTo(first);
    }

    @Test
    @DisplayName("counts and times calls, and counts records by state")
    void meters() {
        pay("ada", "k-2");
        pay("ada", "k-2");
        application.post("ada", "/payments", "{\"a\":1}", "Content-Type", "application/json", "Idempotency-Key", "k-2");
        MeterRegistry registry = application.bean(MeterRegistry.class);
        for (String outcome : List.of("executed", "replayed", "mismatch")) {
            assertThat(registry.get("semel.calls")
                            .tags("operation", "payments.create", "outcome", outcome)
                            .counter()
                            .count())
                    .as(outcome)
                    .isPositive();
        }
        assertThat(registry.get("semel.claim").timer().count()).isPositive();
        assertThat(registry.get("semel.settle").timer().count()).isPositive();
        assertThat(registry.get("semel.records")
                        .tag("state", "completed")
                        .gauge()
                        .value())
                .isPositive();
    }

    @Test
    @DisplayName(
            "E7 counts by principal in the application's database, refuses with 429 over the quota, and has meters for both")
    void quota() {
        for (String key : List.of("q-1", "q-2", "q-1")) {
            assertThat(limited("ada", key).statusCode()).isEqualTo(201);
        }
        assertThat(limited("bob", "q-1").headers().firstValue("RateLimit-Policy"))
                .hasValueSatisfying(field -> assertThat(field)
                        .startsWith("\"few.month\";q=100;w=2")
                        .endsWith("\"few.window\";q=2;w=86400000"));
        HttpResponse<String> refused = limited("ada", "q-3");
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.body()).contains("quota-exceeded").contains("\"violated-policies\":[\"few.window\"]");
        assertThat(application.bean(Quotas.class).get("few").current("ada"))
                .extracting(Quota::remaining)
                .containsExactly(98L, 0L);
        MeterRegistry registry = application.bean(MeterRegistry.class);
        assertThat(quotas(registry, "counted")).isEqualTo(3);
        assertThat(quotas(registry, "refused")).isEqualTo(1);
    }

    private HttpResponse<String> limited(String user, String key) {
        return application.post(user, "/limited", "{}", "Content-Type", "application/json", "Idempotency-Key", key);
    }

    private static double quotas(MeterRegistry registry, String outcome) {
        return registry.get("semel.quotas")
                .tags("quota", "few", "operation", "limited", "outcome", outcome)
                .counter()
                .count();
    }

    @Test
    @DisplayName("is healthy if the store answers")
    void health() {
        HttpResponse<String> health = application.get("ada", "/actuator/health");
        assertThat(health.body()).contains("\"semel\":{").contains("JdbcStore (");
        assertThat(health.statusCode()).isEqualTo(200);
    }

    @Test
    @DisplayName(
            "explains at its endpoint why there is no record, accepts no key in a query, and changes no records by default")
    void readOnly() {
        pay("ada", "k-3");
        assertThat(application
                        .get("ada", "/actuator/semel/payments.create?key=k-3&scope=ada%7CPOST%20/payments")
                        .statusCode())
                .isIn(404, 405);
        HttpResponse<String> absent = application.post(
                "ada",
                "/actuator/semelrecords/payments.crate",
                "{\"key\":\"k-3\"}",
                "Content-Type",
                "application/json");
        assertThat(absent.statusCode()).isEqualTo(404);
        assertThat(absent.body()).contains("no operation of that name").contains("payments.create");
        HttpResponse<String> refused = application.post(
                "ada",
                "/actuator/semel/payments.create",
                "{\"key\":\"k-3\",\"action\":\"release\"}",
                "Content-Type",
                "application/json");
        assertThat(refused.statusCode()).isIn(404, 405);
    }

    @Test
    @DisplayName("lists store, operations, routes, methods, policies and purge at its endpoint, and counts on request")
    void listing() {
        pay("ada", "k-4");
        assertThat(application.get("ada", "/actuator/semel").body())
                .contains("\"store\":\"JdbcStore (")
                .contains("{\"route\":\"PATCH, POST /payments\",\"operation\":\"payments.create\",\"mode\":\"lease\"}")
                .contains("{\"route\":\"PATCH, POST /limited\",\"operation\":\"limited\",\"mode\":\"transaction\"}")
                .contains("\"operation\":\"payments.settle\",\"mode\":\"lease\"}")
                .contains("\"lease\":\"20s\"")
                .contains("\"purge\":{\"running\":true,\"every\":\"10m\"");
        assertThat(application.get("ada", "/actuator/semel?count=true").body())
                .contains("\"byState\":{")
                .contains("\"completed\":");
    }

    @Test
    @DisplayName("shows the policies of operations among its configuration properties")
    void configprops() {
        assertThat(application.get("ada", "/actuator/configprops").body()).contains("\"payments.settle.lease\"");
    }

    @Test
    @DisplayName("times claims, work and settlements in transactions, too")
    void timesOfTransactions() {
        application.post("ada", "/transfers", "{}", "Content-Type", "application/json", "Idempotency-Key", "t-1");
        MeterRegistry registry = application.bean(MeterRegistry.class);
        for (String phase : List.of("semel.claim", "semel.work", "semel.settle")) {
            Timer timer =
                    registry.get(phase).tag("operation", "transfers.create").timer();
            assertThat(timer.count()).as(phase).isPositive();
            assertThat(timer.totalTime(TimeUnit.NANOSECONDS)).as(phase).isPositive();
        }
    }

    @Test
    @DisplayName("warns if nothing distinguishes callers, unless the settings say that this is intended")
    void sharedScope() {
        Logger log = (Logger) LoggerFactory.getLogger("dev.semel.boot");
        ListAppender<ILoggingEvent> said = new ListAppender<>();
        said.start();
        log.addAppender(said);
        SemelProperties.Http http = application.bean(SemelProperties.class).http();
        SharedScope.warnIfAllShare(http, true, false);
        SharedScope.warnIfAllShare(http, false, true);
        assertThat(said.list).isEmpty();
        SharedScope.warnIfAllShare(http, false, false);
        assertThat(said.list).hasSize(1);
        assertThat(said.list.get(0).getFormattedMessage())
                .contains("PrincipalResolver")
                .contains("semel.http.shared-scope");
        log.detachAppender(said);
    }

    @Test
    @DisplayName("runs on the intended version of Spring Boot")
    void line() {
        assertThat(SpringBootVersion.getVersion()).startsWith(System.getProperty("boot.line", "3") + ".");
    }
}
