package dev.semel.boot.issues;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.boot.BasicSecurity;
import dev.semel.boot.RouteCustomizer;
import dev.semel.boot.ServedApplication;
import dev.semel.http.Exchange;
import dev.semel.spring.Idempotent;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.ResponseEntity;
import org.springframework.security.access.prepost.PostAuthorize;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@DisplayName("checks of callers in a web application with the starter")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ChecksTest {
    private static final String SECRET = "a secret of the provider";

    private ServedApplication application;

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableMethodSecurity
    @Import(BasicSecurity.Optional.class)
    static class Application {
        @Bean
        RouteCustomizer webhooks() {
            return (operation, route) -> {
                if (operation.equals("webhooks.receive")) {
                    route.allowAnonymous().verifying(ChecksTest::isSigned);
                }
            };
        }

        @Bean
        Settlements settlements() {
            return new Settlements();
        }

        @Bean
        Endpoints endpoints(Settlements settlements) {
            return new Endpoints(settlements);
        }
    }

    static class Settlements {
        final AtomicInteger runs = new AtomicInteger();

        /** All callers share its records, so that only method security stands between a guest and a replay. */
        @Idempotent(operation = "settle.before", key = "#key", scope = "'all'")
        @PreAuthorize("hasRole('ADMIN')")
        public String before(String key) {
            return "settled " + runs.incrementAndGet();
        }

        @Idempotent(operation = "settle.after", key = "#key", scope = "'all'")
        @PostAuthorize("hasRole('ADMIN')")
        public String after(String key) {
            return "settled " + runs.incrementAndGet();
        }
    }

    @RestController
    static class Endpoints {
        private final AtomicInteger received = new AtomicInteger();
        private final Settlements settlements;

        Endpoints(Settlements settlements) {
            this.settlements = settlements;
        }

        @PostMapping({"/webhooks", "/versions"})
        ResponseEntity<String> receive(@RequestBody String body) {
            return ResponseEntity.status(201).body("received " + received.incrementAndGet());
        }

        @PostMapping("/before")
        String before(@RequestBody String body) {
            return settlements.before(body);
        }

        @PostMapping("/after")
        String after(@RequestBody String body) {
            return settlements.after(body);
        }
    }

    private static boolean isSigned(Exchange exchange, byte[] body) {
        List<String> sent = exchange.header("X-Signature");
        return sent.size() == 1
                && MessageDigest.isEqual(
                        signature(body).getBytes(StandardCharsets.US_ASCII),
                        sent.get(0).getBytes(StandardCharsets.US_ASCII));
    }

    private static String signature(byte[] body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    @BeforeAll
    void start() {
        application = ServedApplication.start(
                Application.class,
                "spring.datasource.url=jdbc:h2:mem:checks-" + UUID.randomUUID(),
                "semel.create-schema=true",
                "semel.http.routes[0].path=/webhooks",
                "semel.http.routes[0].operation=webhooks.receive",
                "semel.http.routes[0].key-in-body=/id",
                "semel.http.routes[1].path=/versions",
                "semel.http.routes[1].operation=versions.create",
                "semel.http.routes[1].counting-headers=Accept-Language,X-Version");
    }

    @AfterAll
    void stop() {
        application.close();
    }

    private HttpResponse<String> send(String user, String path, String body, String... headers) {
        Stream<String> type = Stream.of("Content-Type", "application/json");
        return application.post(
                user, path, body, Stream.concat(type, Stream.of(headers)).toArray(String[]::new));
    }

    @Test
    @DisplayName("C26 a forged webhook is refused before it is claimed, and the genuine one runs once")
    void webhooks() {
        String genuine = "{\"id\":\"event-1\",\"amount\":1}";
        String forged = "{\"id\":\"event-1\",\"amount\":2}";
        String signature = signature(genuine.getBytes(StandardCharsets.UTF_8));
        assertThat(send("", "/webhooks", forged, "X-Signature", signature).body())
                .contains("not-verified");
        HttpResponse<String> first = send("", "/webhooks", genuine, "X-Signature", signature);
        assertThat(first.statusCode()).isEqualTo(201);
        HttpResponse<String> again = send("", "/webhooks", genuine, "X-Signature", signature);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.headers().firstValue("Idempotency-Replayed")).contains("true");
        assertThat(send("", "/webhooks", genuine).statusCode()).isEqualTo(401);
    }

    @Test
    @DisplayName("C22 semel.http.routes[*].counting-headers names the headers that count")
    void countingHeaders() {
        assertThat(send("admin", "/versions", "{}", "Idempotency-Key", "k", "X-Version", "1")
                        .statusCode())
                .isEqualTo(201);
        assertThat(send("admin", "/versions", "{}", "Idempotency-Key", "k", "X-Version", "2")
                        .statusCode())
                .isEqualTo(422);
        assertThat(send("admin", "/versions", "{}", "Idempotency-Key", "k", "X-Version", "1", "Accept", "text/plain")
                        .statusCode())
                .isEqualTo(201);
    }

    @Test
    @DisplayName(
            "C28 method security decides before a replay: a caller without access to an idempotent method gets no stored result")
    void methodSecurity() {
        for (String path : List.of("/before", "/after")) {
            HttpResponse<String> first = send("admin", path, "s-1");
            assertThat(first.body()).startsWith("settled");
            assertThat(send("admin", path, "s-1").body()).isEqualTo(first.body());
            HttpResponse<String> refused = send("guest", path, "s-1");
            assertThat(refused.statusCode()).as(path).isEqualTo(403);
            assertThat(refused.body()).doesNotContain("settled");
        }
    }
}
