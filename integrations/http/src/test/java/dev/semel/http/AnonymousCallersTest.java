package dev.semel.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Semel;
import dev.semel.http.contract.Door;
import dev.semel.memory.MemoryStore;
import dev.semel.policy.Policies;
import dev.semel.testkit.FaultyStore;
import dev.semel.testkit.StoreCall;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a request without a principal")
class AnonymousCallersTest {
    private final FaultyStore store = FaultyStore.on(MemoryStore.create());
    private final AtomicInteger ran = new AtomicInteger();

    private Answer send(RouteBuilder route, FakeExchange exchange) throws IOException {
        HttpGuard guard =
                HttpGuard.builder(Semel.on(store)).route(route.build()).build();
        return Door.handle(guard, exchange, (body, context) -> {
                    byte[] count = String.valueOf(ran.incrementAndGet()).getBytes(StandardCharsets.UTF_8);
                    return CompletableFuture.completedFuture(Answer.of(201, List.of(), count));
                })
                .orElseThrow()
                .toCompletableFuture()
                .join();
    }

    private static RouteBuilder route() {
        return Route.builder("/payments", "payments.create");
    }

    @Test
    @DisplayName("C18 gets 401 where callers are authenticated, before its body is read and the store is asked")
    void refused() throws IOException {
        for (FakeExchange exchange : List.of(FakeExchange.with("k"), FakeExchange.with(null))) {
            Answer answer = send(route(), exchange.by(null).authenticating());
            assertThat(answer.status()).isEqualTo(401);
            assertThat(new String(answer.body(), StandardCharsets.UTF_8))
                    .contains("urn:semel:problem:principal-missing");
            assertThat(exchange.bodyAskedFor).isZero();
        }
        assertThat(store.count(StoreCall.CLAIM)).isZero();
        assertThat(ran).hasValue(0);
    }

    @Test
    @DisplayName("C18 runs once for all anonymous callers if its route allows them")
    void allowed() throws IOException {
        RouteBuilder open = route().allowAnonymous();
        assertThat(send(open, FakeExchange.with("k").by(null).authenticating()).status())
                .isEqualTo(201);
        assertThat(send(open, FakeExchange.with("k").by(null).authenticating()).header("Idempotency-Replayed"))
                .contains("true");
        assertThat(send(open, FakeExchange.with("k").by("ada").authenticating()).header("Idempotency-Replayed"))
                .isEmpty();
        assertThat(ran).hasValue(2);
    }

    @Test
    @DisplayName("is accepted where nothing authenticates callers")
    void noAuthentication() throws IOException {
        assertThat(send(route(), FakeExchange.with("k").by(null)).status()).isEqualTo(201);
    }

    @Test
    @DisplayName("sees no status where callers are authenticated")
    void status() throws IOException {
        RouteBuilder accepting = route().whileRunning(Policies.accept());
        HttpGuard guard =
                HttpGuard.builder(Semel.on(store)).route(accepting.build()).build();
        CompletableFuture<Answer> running = new CompletableFuture<>();
        Door.handle(guard, FakeExchange.with("k").by(null), (body, context) -> running);
        String location = send(accepting, FakeExchange.with("k").by(null))
                .header("Location")
                .orElseThrow();
        FakeExchange asking =
                FakeExchange.with(null).method("GET").path(location).by(null);
        assertThat(Door.status(guard, asking).orElseThrow().status()).isEqualTo(200);
        assertThat(Door.status(guard, asking.authenticating()).orElseThrow().status())
                .isEqualTo(404);
    }

    @Test
    @DisplayName("names of principals from different issuers always differ, also from those that the application knows")
    void names() {
        assertThat(PrincipalName.plain("ada")).isEqualTo("ada");
        String one = PrincipalName.ofIssuer("https://one.example", "ada");
        assertThat(List.of(
                        one,
                        PrincipalName.ofIssuer("https://two.example", "ada"),
                        PrincipalName.ofIssuer("https://one.example ada", ""),
                        PrincipalName.ofIssuer("https://one.example%20ada", ""),
                        PrincipalName.ofClient("https://one.example", "ada"),
                        PrincipalName.plain(one),
                        PrincipalName.plain(PrincipalName.plain(one)),
                        PrincipalName.plain("ada")))
                .doesNotHaveDuplicates();
    }
}
