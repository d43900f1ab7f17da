package dev.semel.http.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Semel;
import dev.semel.http.Answer;
import dev.semel.http.Exchange;
import dev.semel.http.FakeExchange;
import dev.semel.http.HttpGuard;
import dev.semel.http.Route;
import dev.semel.http.RouteBuilder;
import dev.semel.http.contract.Door;
import dev.semel.http.contract.PathSpellings;
import dev.semel.http.request.RouteExchange;
import dev.semel.jackson.JsonKey;
import dev.semel.memory.MemoryStore;
import dev.semel.policy.Policies;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("paths")
class PathsTest {
    private static final long SEED = Long.getLong("semel.seed", 20_261_118L);
    private static final String ALPHABET = "/.;%2e5cfFu\\ab\u00e9\0?#";

    private final Semel semel = Semel.on(MemoryStore.create());
    private final AtomicInteger ran = new AtomicInteger();

    private HttpGuard guard(RouteBuilder... routes) {
        HttpGuard.Builder builder = HttpGuard.builder(semel);
        for (RouteBuilder route : routes) {
            builder.route(route.build());
        }
        return builder.build();
    }

    private Answer send(HttpGuard guard, String path) throws IOException {
        return Door.handle(guard, FakeExchange.with("k").path(path), (body, context) -> {
                    byte[] answer = {(byte) ran.incrementAndGet()};
                    return CompletableFuture.completedFuture(Answer.of(201, List.of(), answer));
                })
                .orElseThrow()
                .toCompletableFuture()
                .join();
    }

    @ParameterizedTest(name = "C24 {0} is {1}")
    @CsvSource({
        "/a/b, /a/b",
        "/a/b/, /a/b",
        "//a///b, /a/b",
        "/a/./b, /a/b",
        "/a/../../b, /b",
        "/a/b/.., /a",
        "/%61/b, /a/b",
        "/a%2fb, /a%2Fb",
        "/a%2Fb, /a%2Fb",
        "/a;v=1/b;w=2, /a/b",
        "/%2e%2e/a, /a",
        "/%C3%a9, /%C3%A9",
        "/é, /%C3%A9",
        "/a%, /a%25",
        "/a%2, /a%252",
        "/%u0061, /a",
        "/%u006, /%25u006",
        "/.a, /.a",
        "/a./b, /a./b",
        "a/b, /a/b",
        "/, /",
        "'', /",
        "/.., /",
    })
    void canonical(String sent, String expected) {
        assertThat(RequestPath.of(sent).text(false)).isEqualTo(expected);
    }

    @Test
    @DisplayName("C24 a canonical path remains unchanged and is its only reading, for random paths")
    void stays() {
        Random random = new Random(SEED);
        for (int round = 0; round < 20_000; round++) {
            StringBuilder sent = new StringBuilder();
            for (int i = random.nextInt(20); i > 0; i--) {
                sent.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
            }
            RequestPath path = RequestPath.of(sent.toString());
            assertThat(RequestPath.of(path.text(true)))
                    .as("seed %s: %s", SEED, sent)
                    .isEqualTo(path);
        }
        assertThat(RequestPath.readings("/a/b", List.of())).hasSize(1);
    }

    @Test
    @DisplayName("C24 spellings of a path and of the application's mount are one path")
    void spellings() {
        for (String sent : PathSpellings.same("/app/payments")) {
            assertThat(RequestPath.readings(sent, List.of("/%61pp")).get(0).text(false))
                    .as(sent)
                    .isEqualTo("/payments");
        }
        for (String sent : PathSpellings.withParameters("/app/payments")) {
            assertThat(RequestPath.readings(sent, List.of("//app/")))
                    .as(sent)
                    .anyMatch(reading -> reading.text(false).equals("/payments"));
        }
    }

    @Test
    @DisplayName("C24 a trailing slash makes no difference by default")
    void trailingSlash() throws IOException {
        for (String path : new String[] {"/payments", "/payments/"}) {
            HttpGuard guard = guard(Route.builder(path, "payments" + path.length()));
            ran.set(0);
            send(guard, "/payments");
            assertThat(send(guard, "/payments/").header("Idempotency-Replayed")).contains("true");
            assertThat(ran).hasValue(1);
        }
    }

    @Test
    @DisplayName("C24 a trailing slash matters where a route says so")
    void trailingSlashMatters() throws IOException {
        HttpGuard without = guard(Route.builder("/payments", "a").trailingSlashMatters());
        assertThat(without.find(FakeExchange.with("k").path("/%70ayments"))).isPresent();
        assertThat(without.find(FakeExchange.with("k").path("/payments/"))).isEmpty();
        HttpGuard with = guard(Route.builder("/payments/", "b").trailingSlashMatters());
        assertThat(with.find(FakeExchange.with("k").path("/payments"))).isEmpty();
        assertThat(with.find(FakeExchange.with("k").path("/payments//"))).isPresent();
        HttpGuard both = guard(Route.builder("/files/**", "c").trailingSlashMatters());
        send(both, "/files/a");
        assertThat(send(both, "/files/a/").header("Idempotency-Replayed")).isEmpty();
    }

    @Test
    @DisplayName("C12 a different path parameter under the same key is a different request")
    void parameters() throws IOException {
        HttpGuard guard = guard(Route.builder("/payments/{id}", "payments"));
        send(guard, "/payments;v=1/7");
        assertThat(send(guard, "//payments;v=1/7/").status()).isEqualTo(201);
        assertThat(send(guard, "/payments;v=2/7").status()).isEqualTo(422);
        assertThat(send(guard, "/payments/7").status()).isEqualTo(422);
        assertThat(send(guard, "/payments/7;v=1").status()).isEqualTo(422);
        assertThat(ran).hasValue(1);
    }

    @Test
    @DisplayName("C24 a path that may mean several routes is refused")
    void ambiguous() throws IOException {
        HttpGuard guard =
                guard(Route.builder("/drafts", "drafts").keyOptional(), Route.builder("/payments/**", "payments"));
        for (String path : new String[] {"/payments/../drafts", "/payments/..%2Fdrafts", "/payments\\..\\../drafts"}) {
            FakeExchange exchange = FakeExchange.with(null).path(path);
            assertThat(Door.requestLimit(guard, exchange)).isEmpty();
            Answer refused = Door.handle(
                            guard, exchange, (body, context) -> CompletableFuture.failedFuture(new IOException()))
                    .orElseThrow()
                    .toCompletableFuture()
                    .join();
            assertThat(refused.status()).isEqualTo(400);
            assertThat(new String(refused.body(), java.nio.charset.StandardCharsets.UTF_8))
                    .contains("path-ambiguous");
        }
        assertThat(send(guard, "/x/../payments/7").status()).isEqualTo(201);
    }

    @Test
    @DisplayName("C7 a status is found at any spelling of its address")
    void status() throws IOException {
        HttpGuard guard = guard(Route.builder("/payments", "payments").whileRunning(Policies.accept()));
        Door.handle(guard, FakeExchange.with("k"), (body, context) -> new CompletableFuture<>());
        String address = send(guard, "/payments/").header("Location").orElseThrow();
        for (String path : PathSpellings.same(address)) {
            FakeExchange asking = FakeExchange.with(null).method("GET").path(path);
            assertThat(guard.find(asking).orElseThrow().operation()).as(path).isEmpty();
        }
        FakeExchange asking = FakeExchange.with(null).method("GET").path("/" + address);
        assertThat(Door.status(guard, asking).orElseThrow().status()).isEqualTo(200);
    }

    @Test
    @DisplayName("literals of routes can be written in any encoding, and wildcards match one segment")
    void patterns() {
        assertThat(guard(Route.builder("/caf%c3%a9", "a"))
                        .find(FakeExchange.with("k").path("/café")))
                .isPresent();
        HttpGuard one = guard(Route.builder("/a/{id}/*", "b"));
        assertThat(one.find(FakeExchange.with("k").path("/a/b/c"))).isPresent();
        assertThat(one.find(FakeExchange.with("k").path("/a/b"))).isEmpty();
        assertThat(one.find(FakeExchange.with("k").path("/a//c"))).isEmpty();
        assertThatThrownBy(() -> guard(Route.builder("/a/**/b", "c"))).hasMessageContaining("**");
    }

    @Test
    @DisplayName("a route sees all that an adapter says of a request")
    void passesEverythingOn() throws NoSuchMethodException {
        for (Method method : Exchange.class.getMethods()) {
            assertThat(RouteExchange.class
                            .getMethod(method.getName(), method.getParameterTypes())
                            .getDeclaringClass())
                    .as(method.getName())
                    .isEqualTo(RouteExchange.class);
        }
    }

    @Test
    @DisplayName("a body is read if and only if an adapter can ask for its limit before")
    void readsBodies() throws IOException {
        HttpGuard guard = guard(
                Route.builder("/required", "a"),
                Route.builder("/optional", "b").keyOptional(),
                Route.builder("/verified", "c").keyOptional().verifying((exchange, body) -> true),
                Route.builder("/hooks", "d").keyInBody(JsonKey.at("/id")),
                Route.builder("/other", "e"));
        for (String path : new String[] {"/required", "/optional", "/verified", "/hooks", "/required/../optional"}) {
            for (String key : new String[] {null, "", "k", "k k"}) {
                FakeExchange exchange = FakeExchange.with(key).path(path);
                boolean announced = Door.requestLimit(guard, exchange).isPresent();
                Door.handle(guard, exchange, (body, context) -> new CompletableFuture<>());
                assertThat(exchange.bodyAskedFor).as("%s %s", path, key).isEqualTo(announced ? 1 : 0);
            }
        }
    }

    @Test
    @DisplayName("an adapter can ask how much of a body is read, if any is")
    void requestLimit() {
        HttpGuard guard = guard(
                Route.builder("/payments", "a").limits(7, 1),
                Route.builder("/optional", "b").keyOptional(),
                Route.builder("/hooks", "c").keyInBody(JsonKey.at("/id")));
        assertThat(Door.requestLimit(guard, FakeExchange.with("k"))).hasValue(7);
        assertThat(Door.requestLimit(guard, FakeExchange.with(""))).isEmpty();
        assertThat(Door.requestLimit(guard, FakeExchange.with(null))).isEmpty();
        assertThat(Door.requestLimit(guard, FakeExchange.with(null).path("/optional")))
                .isEmpty();
        assertThat(Door.requestLimit(guard, FakeExchange.with("k").path("/optional")))
                .isPresent();
        assertThat(Door.requestLimit(guard, FakeExchange.with(null).path("/hooks")))
                .isPresent();
        assertThat(Door.requestLimit(guard, FakeExchange.with("k").path("/other")))
                .isEmpty();
    }
}
