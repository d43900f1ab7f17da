package dev.semel.spring.issues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Semel;
import dev.semel.http.HttpGuard;
import dev.semel.http.Route;
import dev.semel.memory.MemoryStore;
import dev.semel.spring.CurrentScope;
import dev.semel.spring.EnableIdempotent;
import dev.semel.spring.IdempotencyWebFilter;
import dev.semel.spring.Idempotent;
import dev.semel.spring.PrincipalMissingException;
import java.security.Principal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatusCode;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

@DisplayName("an anonymous caller")
class AnonymousCallersTest {
    private final HttpGuard guard = HttpGuard.builder(Semel.on(MemoryStore.create()))
            .route(Route.builder("/payments", "payments.create").build())
            .route(Route.builder("/open", "open").allowAnonymous().build())
            .build();

    static class Payments {
        final AtomicInteger ran = new AtomicInteger();

        @Idempotent(operation = "payments.pay", key = "#p0")
        public String pay(String key) {
            return "run " + ran.incrementAndGet();
        }

        @Idempotent(operation = "payments.open", key = "#p0", allowAnonymous = true)
        public String open(String key) {
            return "run " + ran.incrementAndGet();
        }

        @Idempotent(operation = "payments.scoped", key = "#p0", scope = "'tenant'")
        public String scoped(String key) {
            return "run " + ran.incrementAndGet();
        }
    }

    @Configuration
    @EnableIdempotent
    static class Application {
        @Bean
        Semel semel() {
            return Semel.on(MemoryStore.create());
        }

        @Bean
        Payments payments() {
            return new Payments();
        }
    }

    private static AnnotationConfigApplicationContext start(@Nullable CurrentScope scope) {
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        context.register(Application.class);
        if (scope != null) {
            context.registerBean(CurrentScope.class, (Supplier<CurrentScope>) () -> scope);
        }
        context.refresh();
        return context;
    }

    @Test
    @DisplayName("is refused by a method, unless that allows anonymous callers or names its scope")
    void methods() {
        try (AnnotationConfigApplicationContext context = start(() -> null)) {
            Payments payments = context.getBean(Payments.class);
            assertThatThrownBy(() -> payments.pay("secret-key"))
                    .isInstanceOf(PrincipalMissingException.class)
                    .hasMessageNotContaining("secret-key");
            assertThat(payments.open("k")).isEqualTo("run 1");
            assertThat(payments.open("k")).isEqualTo("run 1");
            assertThat(payments.scoped("k")).isEqualTo("run 2");
        }
    }

    @Test
    @DisplayName(
            "causes a warning at start-up where nothing distinguishes callers, with the operations that share their keys")
    void warning() {
        assertThat(warnings(() -> start(null)))
                .singleElement()
                .asString()
                .contains("payments.pay")
                .doesNotContain("payments.open")
                .doesNotContain("payments.scoped");
        assertThat(warnings(() -> start(() -> null))).isEmpty();
    }

    private static List<String> warnings(Supplier<AnnotationConfigApplicationContext> start) {
        List<String> said = new ArrayList<>();
        Handler listening = new Handler() {
            @Override
            public void publish(LogRecord record) {
                said.add(java.text.MessageFormat.format(record.getMessage(), record.getParameters()));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger log = Logger.getLogger("dev.semel.spring");
        log.addHandler(listening);
        try (AnnotationConfigApplicationContext context = start.get()) {
            assertThat(context.isActive()).isTrue();
        } finally {
            log.removeHandler(listening);
        }
        return said;
    }

    private HttpStatusCode send(IdempotencyWebFilter filter, String path, @Nullable Principal principal) {
        MockServerWebExchange exchange = MockServerWebExchange.from(
                MockServerHttpRequest.post(path).header("Idempotency-Key", "k").body("{}"));
        WebFilterChain chain = passed -> {
            passed.getResponse().setRawStatusCode(201);
            return passed.getResponse().setComplete();
        };
        filter.filter(
                        principal == null
                                ? exchange
                                : exchange.mutate()
                                        .principal(Mono.just(principal))
                                        .build(),
                        chain)
                .block(Duration.ofSeconds(60));
        return exchange.getResponse().getStatusCode();
    }

    @Test
    @DisplayName(
            "C18 gets 401 from the web filter if that requires a principal, unless the route allows anonymous callers")
    void webFilter() {
        IdempotencyWebFilter chosen = IdempotencyWebFilter.of(guard, exchange -> Mono.empty());
        assertThat(send(chosen, "/payments", null).value()).isEqualTo(401);
        assertThat(send(chosen, "/open", null).value()).isEqualTo(201);
        IdempotencyWebFilter required =
                IdempotencyWebFilter.of(guard).requirePrincipal().withOrder(1);
        assertThat(send(required, "/payments", null).value()).isEqualTo(401);
        assertThat(send(required, "/payments", new AnonymousAuthenticationToken())
                        .value())
                .isEqualTo(401);
        assertThat(send(required, "/payments", () -> "ada").value()).isEqualTo(201);
        assertThat(send(IdempotencyWebFilter.of(guard), "/payments", null).value())
                .isEqualTo(201);
    }

    /** Of the name of Spring Security's. */
    private static final class AnonymousAuthenticationToken implements Principal {
        @Override
        public String getName() {
            return "anonymousUser";
        }
    }
}
