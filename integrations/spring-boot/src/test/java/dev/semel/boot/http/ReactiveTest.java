package dev.semel.boot.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.boot.ReactivePrincipalResolver;
import dev.semel.boot.WrongSettingException;
import dev.semel.spring.CurrentScope;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

@DisplayName("a WebFlux application with the starter")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReactiveTest {
    private final HttpClient http = HttpClient.newHttpClient();
    private ConfigurableApplicationContext application;

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(
            excludeName = {
                "org.springframework.boot.autoconfigure.security.reactive.ReactiveSecurityAutoConfiguration",
                "org.springframework.boot.autoconfigure.security.reactive.ReactiveUserDetailsServiceAutoConfiguration",
                "org.springframework.boot.actuate.autoconfigure.security.reactive.ReactiveManagementWebSecurityAutoConfiguration",
                "org.springframework.boot.security.autoconfigure.web.reactive.ReactiveWebSecurityAutoConfiguration",
                "org.springframework.boot.security.autoconfigure.ReactiveUserDetailsServiceAutoConfiguration",
                "org.springframework.boot.security.autoconfigure.actuate.web.reactive.ReactiveManagementWebSecurityAutoConfiguration"
            })
    static class Application {
        @Bean
        Endpoints endpoints() {
            return new Endpoints();
        }

        @Bean
        ReactivePrincipalResolver callers() {
            return exchange -> Mono.justOrEmpty(
                            exchange.getRequest().getHeaders().getFirst("X-Caller"))
                    .filter(caller -> !caller.isEmpty());
        }
    }

    @RestController
    static class Endpoints {
        private final AtomicInteger count = new AtomicInteger();

        @PostMapping("/payments")
        @ResponseStatus(HttpStatus.CREATED)
        Mono<String> pay(@RequestBody String body) {
            return Mono.fromSupplier(() -> "payment " + count.incrementAndGet());
        }
    }

    private static ConfigurableApplicationContext start(String... more) {
        List<String> settings = new ArrayList<>(List.of(
                "--server.port=0",
                "--semel.store=memory:",
                "--semel.http.routes[0].path=/payments",
                "--semel.http.routes[0].operation=payments.create"));
        settings.addAll(List.of(more));
        return new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.REACTIVE)
                .run(settings.toArray(String[]::new));
    }

    @BeforeAll
    void start() {
        application = start(new String[0]);
    }

    @AfterAll
    void stop() {
        application.close();
    }

    private HttpResponse<String> pay(String caller, String key, String body) throws IOException, InterruptedException {
        String port = application.getEnvironment().getProperty("local.server.port");
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/payments"))
                .header("Content-Type", "text/plain")
                .header("X-Caller", caller)
                .header("Idempotency-Key", key)
                .POST(BodyPublishers.ofString(body))
                .build();
        return http.send(request, BodyHandlers.ofString());
    }

    @Test
    @DisplayName("C1 replays the first answer to a retry, and keeps callers apart")
    void replays() throws Exception {
        HttpResponse<String> first = pay("ada", "k-1", "10");
        HttpResponse<String> again = pay("ada", "k-1", "10");
        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(again.statusCode()).isEqualTo(201);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(pay("bob", "k-1", "10").body()).isNotEqualTo(first.body());
        assertThat(pay("ada", "k-1", "20").statusCode()).isEqualTo(422);
    }

    @Test
    @DisplayName("C18 refuses a caller that the resolver does not know with 401")
    void unknownCaller() throws Exception {
        HttpResponse<String> refused = pay("", "k-2", "10");
        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.body()).contains("principal-missing");
    }

    @Test
    @DisplayName("refuses calls of methods without a scope, rather than sharing one among all callers")
    void noSharedScope() {
        assertThat(application.getBean(CurrentScope.class).get()).isNull();
    }

    @Test
    @DisplayName("refuses to start with a transactional route, since WebFlux has no such transactions")
    void noTransactions() {
        assertThatThrownBy(() -> start("--semel.http.routes[0].transactional=always"))
                .hasRootCauseInstanceOf(WrongSettingException.class)
                .rootCause()
                .hasMessageContaining("semel.http.routes[0].transactional is always");
    }
}
