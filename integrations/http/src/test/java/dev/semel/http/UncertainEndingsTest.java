package dev.semel.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Semel;
import dev.semel.http.contract.Door;
import dev.semel.http.contract.Handler;
import dev.semel.memory.MemoryStore;
import dev.semel.policy.Policies;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a request whose work may have taken effect or may be running")
class UncertainEndingsTest {
    private final Semel semel = Semel.on(MemoryStore.create());
    private final AtomicInteger ran = new AtomicInteger();

    private Answer send(RouteBuilder route, Handler handler) throws Exception {
        HttpGuard guard = HttpGuard.builder(semel).route(route.build()).build();
        return Door.handle(guard, FakeExchange.with("k"), handler)
                .orElseThrow()
                .toCompletableFuture()
                .join();
    }

    private CompletableFuture<Answer> created() {
        ran.incrementAndGet();
        return CompletableFuture.completedFuture(Answer.of(201, List.of(), "done".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    @DisplayName("keeps its key after a time-out that a framework has wrapped")
    void wrappedTimeout() throws Exception {
        RouteBuilder route = Route.builder("/payments", "payments.create");
        assertThatThrownBy(() -> send(route, (body, context) -> {
                    throw new IllegalStateException("request processing failed", new TimeoutException());
                }))
                .hasRootCauseInstanceOf(TimeoutException.class);
        assertThat(send(route, (body, context) -> created()).status()).isEqualTo(409);
        assertThat(ran).hasValue(0);
    }

    @Test
    @DisplayName("is in doubt under hold() if the choice of stored answers fails after the work")
    void failingChoice() throws Exception {
        RouteBuilder route = Route.builder("/payments", "payments.create")
                .afterAbandonment(Policies.hold())
                .storing(answer -> {
                    throw new IllegalStateException("broken");
                });
        assertThatThrownBy(() -> send(route, (body, context) -> created())).hasRootCauseMessage("broken");
        Answer next = send(route, (body, context) -> created());
        assertThat(next.status()).isEqualTo(409);
        assertThat(new String(next.body(), StandardCharsets.UTF_8)).contains("in-doubt");
        assertThat(ran).hasValue(1);
    }
}
