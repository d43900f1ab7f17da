package dev.semel.spring.issues;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Semel;
import dev.semel.http.HttpGuard;
import dev.semel.http.Route;
import dev.semel.memory.MemoryStore;
import dev.semel.spring.IdempotencyWebFilter;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ReactorHttpHandlerAdapter;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilterChain;
import org.springframework.web.server.adapter.WebHttpHandlerBuilder;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

@DisplayName("time-outs and headers of WebFlux")
class WebFluxEdgesTest {
    private final HttpClient client = HttpClient.newHttpClient();
    private final AtomicInteger runs = new AtomicInteger();
    private DisposableServer server;

    @BeforeEach
    void start() {
        HttpGuard guard = HttpGuard.builder(Semel.on(MemoryStore.create()))
                .route(Route.builder("/slow", "slow").build())
                .route(Route.builder("/payments", "payments").build())
                .build();
        server = HttpServer.create()
                .host("127.0.0.1")
                .port(0)
                .handle(new ReactorHttpHandlerAdapter(WebHttpHandlerBuilder.webHandler(this::handle)
                        .filter(WebFluxEdgesTest::outer)
                        .filter(IdempotencyWebFilter.of(guard))
                        .build()))
                .bindNow();
    }

    @AfterEach
    void stop() {
        server.disposeNow();
    }

    private static Mono<Void> outer(ServerWebExchange exchange, WebFilterChain chain) {
        HttpHeaders headers = exchange.getResponse().getHeaders();
        headers.add("Vary", "Origin");
        headers.add("X-Frame-Options", "DENY");
        headers.add("Access-Control-Allow-Origin", "https://shop.example");
        headers.add("Access-Control-Expose-Headers", "Retry-After");
        return chain.filter(exchange);
    }

    private Mono<Void> handle(ServerWebExchange exchange) {
        runs.incrementAndGet();
        if (exchange.getRequest().getPath().value().equals("/slow")) {
            return Mono.<Void>never().timeout(Duration.ofMillis(50));
        }
        exchange.getResponse().getHeaders().add("Vary", "Accept");
        exchange.getResponse().getHeaders().add("Cache-Control", "private");
        return exchange.getResponse().setComplete();
    }

    private HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                        .timeout(Duration.ofSeconds(60))
                        .header("Idempotency-Key", "k")
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    @Test
    @DisplayName("C17 a time-out of the application keeps the key, since its work may continue")
    void timesOut() throws Exception {
        assertThat(post("/slow", "{}").statusCode()).isEqualTo(500);
        HttpResponse<String> retry = post("/slow", "{}");
        assertThat(retry.statusCode()).isEqualTo(409);
        assertThat(retry.body()).contains("in-progress");
        assertThat(runs).hasValue(1);
    }

    @Test
    @DisplayName("C30 headers of filters before the guard stay on replays and problems")
    void outerHeaders() throws Exception {
        post("/payments", "{}");
        HttpResponse<String> replay = post("/payments", "{}");
        HttpResponse<String> problem = post("/payments", "other");
        assertThat(replay.headers().firstValue("Idempotency-Replayed")).contains("true");
        assertThat(replay.headers().firstValue("Cache-Control")).contains("private");
        assertThat(replay.headers().allValues("Vary")).contains("Origin", "Accept");
        assertThat(problem.statusCode()).isEqualTo(422);
        assertThat(problem.headers().firstValue("Cache-Control")).contains("no-store");
        for (HttpResponse<String> each : List.of(replay, problem)) {
            assertThat(each.headers().allValues("Vary")).contains("Origin");
            assertThat(each.headers().firstValue("X-Frame-Options")).contains("DENY");
            assertThat(each.headers().firstValue("Access-Control-Allow-Origin")).contains("https://shop.example");
            assertThat(each.headers().allValues("Access-Control-Expose-Headers"))
                    .contains("Retry-After");
        }
    }
}
