package dev.semel.spring.issues;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Semel;
import dev.semel.http.Exchange;
import dev.semel.http.HttpGuard;
import dev.semel.http.Route;
import dev.semel.memory.MemoryStore;
import dev.semel.spring.IdempotencyWebFilter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

@DisplayName("checks of requests in WebFlux")
class CheckedWebFluxTest {
    private final Queue<Boolean> onEventLoop = new ConcurrentLinkedQueue<>();
    private final AtomicInteger runs = new AtomicInteger();

    private final IdempotencyWebFilter filter =
            IdempotencyWebFilter.of(HttpGuard.builder(Semel.on(MemoryStore.create()))
                    .route(Route.builder("/webhooks", "webhooks.receive")
                            .allowAnonymous()
                            .verifying(this::isSigned)
                            .beforeReplay((exchange, body) -> mayReplay())
                            .build())
                    .build());

    private boolean isSigned(Exchange exchange, byte[] body) {
        onEventLoop.add(Schedulers.isInNonBlockingThread());
        return exchange.header("X-Signature").contains(new String(body, StandardCharsets.UTF_8));
    }

    private boolean mayReplay() {
        onEventLoop.add(Schedulers.isInNonBlockingThread());
        return false;
    }

    private int send(String signature) {
        MockServerWebExchange exchange = MockServerWebExchange.from(MockServerHttpRequest.post("/webhooks")
                .contentType(MediaType.TEXT_PLAIN)
                .header("Idempotency-Key", "event-1")
                .header("X-Signature", signature)
                .body("genuine"));
        Mono.defer(() -> filter.filter(exchange, chained -> {
                    runs.incrementAndGet();
                    chained.getResponse().setStatusCode(HttpStatus.CREATED);
                    return chained.getResponse().setComplete();
                }))
                .subscribeOn(Schedulers.parallel())
                .block(Duration.ofMinutes(1));
        return exchange.getResponse().getStatusCode().value();
    }

    @Test
    @DisplayName("C26 C27 a route verifies senders and checks replays on threads that may block")
    void checks() {
        assertThat(send("forged")).isEqualTo(401);
        assertThat(runs).hasValue(0);
        assertThat(send("genuine")).isEqualTo(201);
        assertThat(send("genuine")).isEqualTo(403);
        assertThat(runs).hasValue(1);
        assertThat(onEventLoop).hasSize(4).containsOnly(false);
    }
}
