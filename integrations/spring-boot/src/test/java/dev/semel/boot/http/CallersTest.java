package dev.semel.boot.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.boot.BasicSecurity;
import dev.semel.boot.ServedApplication;
import dev.semel.spring.Idempotent;
import dev.semel.spring.PrincipalMissingException;
import java.net.http.HttpResponse;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.boot.actuate.audit.AuditEvent;
import org.springframework.boot.actuate.audit.InMemoryAuditEventRepository;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Spring Security is configured, and permits anonymous callers. */
@DisplayName("an application that authenticates some of its callers")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CallersTest {
    private ServedApplication application;

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(BasicSecurity.Optional.class)
    static class Application {
        @Bean
        Payments payments() {
            return new Payments(new AtomicInteger());
        }

        @Bean
        Endpoints endpoints(Payments payments) {
            return new Endpoints(payments);
        }

        @Bean
        InMemoryAuditEventRepository audits() {
            return new InMemoryAuditEventRepository();
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

        @Idempotent(operation = "payments.open", key = "#key", allowAnonymous = true)
        public String open(String key) {
            return "open " + count.incrementAndGet();
        }
    }

    @RestController
    static class Endpoints {
        private final AtomicInteger count = new AtomicInteger();
        private final Payments payments;

        Endpoints(Payments payments) {
            this.payments = payments;
        }

        @PostMapping({"/payments", "/open", "/shared"})
        String pay(@RequestBody String body) {
            return "payment " + count.incrementAndGet();
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
                "spring.datasource.url=jdbc:h2:mem:callers-" + java.util.UUID.randomUUID(),
                "semel.store=memory:",
                "semel.http.routes[0].path=/payments",
                "semel.http.routes[0].operation=payments.create",
                "semel.http.routes[1].path=/open",
                "semel.http.routes[1].operation=open",
                "semel.http.routes[1].allow-anonymous=true",
                "semel.http.routes[2].path=/shared",
                "semel.http.routes[2].operation=shared",
                "semel.http.routes[2].scope=shared",
                "management.endpoints.web.exposure.include=*",
                "management.endpoint.semel.access=unrestricted");
    }

    @AfterAll
    void stop() {
        application.close();
    }

    private HttpResponse<String> send(String user, String path, String body) {
        return application.post(user, path, body, "Content-Type", "application/json", "Idempotency-Key", "k");
    }

    @Test
    @DisplayName("C18 refuses anonymous requests to routes with 401, unless a route allows them or has a shared scope")
    void routes() {
        HttpResponse<String> refused = send("", "/payments", "{}");
        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.body()).contains("urn:semel:problem:principal-missing");
        assertThat(send("ada", "/payments", "{}").statusCode()).isEqualTo(200);
        for (String path : new String[] {"/open", "/shared"}) {
            String first = send("", path, "{}").body();
            assertThat(first).startsWith("payment");
            assertThat(send("", path, "{}").body()).isEqualTo(first);
        }
    }

    @Test
    @DisplayName(
            "refuses anonymous calls of methods, and those of threads without a request, unless a method allows them")
    void methods() {
        HttpResponse<String> refused = send("", "/settlements", "s-1");
        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.body()).contains("principal-missing");
        assertThat(send("ada", "/settlements", "s-1").body()).startsWith("settled");
        Payments payments = application.bean(Payments.class);
        assertThatThrownBy(() -> payments.settle("s-1")).isInstanceOf(PrincipalMissingException.class);
        assertThat(payments.open("s-1")).isEqualTo(payments.open("s-1"));
    }

    @Test
    @DisplayName("audits the actions of operators on records, with the digest in place of key and scope")
    void audit() {
        send("ada", "/payments", "{\"a\":1}");
        HttpResponse<String> ended = send(
                "ada",
                "/actuator/semel/payments.create",
                "{\"key\":\"k\",\"scope\":\"ada|POST /payments\",\"action\":\"release\"}");
        assertThat(ended.body()).contains("left alone");
        AuditEvent event = application
                .bean(InMemoryAuditEventRepository.class)
                .find("ada", null, "SEMEL_RELEASE")
                .get(0);
        assertThat(event.getData())
                .containsEntry("operation", "payments.create")
                .containsKeys("record", "outcome");
        assertThat(event.getData().toString()).doesNotContain("ada").doesNotContain("POST");
    }

    @Test
    @DisplayName("looks records up by the body of a POST, never by the query")
    void lookUp() {
        send("ada", "/payments", "{}");
        String scope = "\"scope\":\"ada|POST /payments\"";
        assertThat(send("ada", "/actuator/semelrecords/payments.create", "{\"key\":\"k\"," + scope + "}")
                        .body())
                .contains("\"state\":\"completed\"")
                .doesNotContain("payment ");
        assertThat(send("ada", "/actuator/semelrecords/payments.create", "{\"key\":\"none\"," + scope + "}")
                        .statusCode())
                .isEqualTo(404);
    }
}
