package dev.semel.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Semel;
import dev.semel.http.contract.Door;
import dev.semel.http.contract.Handler;
import dev.semel.jackson.JsonKey;
import dev.semel.memory.MemoryStore;
import dev.semel.policy.Policies;
import dev.semel.testkit.Fault;
import dev.semel.testkit.FaultyStore;
import dev.semel.testkit.StoreCall;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("the rules of HTTP")
class HttpGuardTest {
    private final FaultyStore store = FaultyStore.on(MemoryStore.create());
    private final Semel semel = Semel.on(store);
    private final AtomicInteger ran = new AtomicInteger();
    private RouteBuilder route = Route.builder("/payments", "payments.create");

    private static Answer answer(int status, String body) {
        return Answer.of(
                status,
                List.of(new Header("Content-Type", "text/plain"), new Header("Set-Cookie", "session=secret")),
                body.getBytes(StandardCharsets.UTF_8));
    }

    private Handler giving(int status) {
        return (body, context) -> {
            ran.incrementAndGet();
            return CompletableFuture.completedFuture(answer(status, "run " + ran.get()));
        };
    }

    private Optional<CompletionStage<Answer>> handle(Exchange exchange, Handler handler) {
        try {
            return Door.handle(HttpGuard.builder(semel).route(route.build()).build(), exchange, handler);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private Answer send(@Nullable String key) {
        return send(FakeExchange.with(key), giving(201));
    }

    private Answer send(Exchange exchange, Handler handler) {
        return handle(exchange, handler).orElseThrow().toCompletableFuture().join();
    }

    private static String text(Answer answer) {
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    private static void assertProblem(Answer answer, int status, String type) {
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.header("Content-Type")).contains("application/problem+json");
        assertThat(text(answer)).contains("\"urn:semel:problem:" + type + "\"").contains("\"status\":" + status);
    }

    @Test
    @DisplayName(
            "C4 C5 the first answer is sent unchanged, and a replay with its status, body and listed headers, and a mark")
    void replay() {
        Answer first = send("k");
        assertThat(first.header("Idempotency-Replayed")).isEmpty();
        assertThat(first.header("Set-Cookie")).isPresent();
        Answer second = send("k");
        assertThat(second.status()).isEqualTo(201);
        assertThat(text(second)).isEqualTo("run 1");
        assertThat(second.headers())
                .containsExactly(new Header("Content-Type", "text/plain"), new Header("Idempotency-Replayed", "true"));
        assertThat(ran).hasValue(1);
    }

    @Test
    @DisplayName("C1 other methods and paths are not touched, even with a key")
    void untouched() {
        FakeExchange get = FakeExchange.with("k").method("GET");
        assertThat(handle(get, giving(200))).isEmpty();
        assertThat(handle(FakeExchange.with("k").path("/other"), giving(200))).isEmpty();
        assertThat(get.bodyAskedFor).isZero();
        assertThat(store.count(StoreCall.CLAIM)).isZero();
    }

    @Test
    @DisplayName("C2 a key that is missing or malformed is refused without a store call, and without reading the body")
    void badKeys() {
        assertProblem(send(null), 400, "key-missing");
        FakeExchange several = FakeExchange.with("a");
        several.headers.add(new Header("idempotency-key", "b"));
        assertProblem(send(several, giving(201)), 400, "key-malformed");
        assertThat(several.bodyAskedFor).isZero();
        assertThat(store.count(StoreCall.CLAIM)).isZero();
        assertThat(ran).hasValue(0);
    }

    @Test
    @DisplayName("a request without a key passes unchanged if the key is optional")
    void keyOptional() {
        route = route.keyOptional();
        FakeExchange without = FakeExchange.with(null);
        assertThat(handle(without, giving(201))).isEmpty();
        assertThat(without.bodyAskedFor).isZero();
    }

    @Test
    @DisplayName("C6 a different body gets 422, also while the first request is running; JSON counts by its meaning")
    void otherBody() {
        send(FakeExchange.with("k").body("{\"a\":1,\"b\":2}"), giving(201));
        assertThat(send(FakeExchange.with("k").body("{ \"b\": 2.0, \"a\": 1 }"), giving(201))
                        .status())
                .isEqualTo(201);
        assertProblem(send(FakeExchange.with("k").body("{\"a\":1}"), giving(201)), 422, "other-request");
        CompletableFuture<Answer> running = new CompletableFuture<>();
        handle(FakeExchange.with("k2"), (body, context) -> running);
        assertProblem(send(FakeExchange.with("k2").body("{}"), giving(201)), 422, "other-request");
        FakeExchange otherQuery = FakeExchange.with("k2");
        otherQuery.query = "dry=true";
        assertProblem(send(otherQuery, giving(201)), 422, "other-request");
        assertThat(ran).hasValue(1);
    }

    @Test
    @DisplayName("C6 a duplicate of a running request gets 409 and Retry-After, or 202 and Location")
    void whileRunning() {
        CompletableFuture<Answer> running = new CompletableFuture<>();
        CompletionStage<Answer> first =
                handle(FakeExchange.with("k"), (body, context) -> running).orElseThrow();
        Answer refused = send("k");
        assertProblem(refused, 409, "in-progress");
        assertThat(refused.header("Retry-After")).contains("1");
        route = route.whileRunning(Policies.accept());
        Answer accepted = send("k");
        assertThat(accepted.status()).isEqualTo(202);
        String location = accepted.header("Location").orElseThrow();
        assertThat(status(location, "alice")).contains("\"in_progress\"");
        running.complete(answer(201, "done"));
        assertThat(first.toCompletableFuture().join().status()).isEqualTo(201);
        assertThat(status(location, "alice")).contains("\"completed\"");
    }

    private String status(String location, @Nullable String principal) {
        HttpGuard guard = HttpGuard.builder(semel).route(route.build()).build();
        return text(Door.status(
                        guard,
                        FakeExchange.with(null).method("GET").path(location).by(principal))
                .orElseThrow());
    }

    @Test
    @DisplayName("C9 an unreachable store gives 503 and nothing runs, unless the route fails open")
    void storeDown() {
        for (int i = 0; i < 3; i++) {
            store.next(StoreCall.CLAIM, Fault.lostRequest());
        }
        Answer refused = send("k");
        assertProblem(refused, 503, "store-unavailable");
        assertThat(refused.header("Retry-After")).isPresent();
        assertThat(ran).hasValue(0);
        for (int i = 0; i < 3; i++) {
            store.next(StoreCall.CLAIM, Fault.lostRequest());
        }
        route = route.failOpen();
        assertThat(send("k").status()).isEqualTo(201);
    }

    @ParameterizedTest
    @DisplayName("C11 is not stored, so the next request runs")
    @ValueSource(ints = {401, 403, 408, 425, 429, 500, 503})
    void notStored(int status) {
        assertThat(send(FakeExchange.with("k"), giving(status)).status()).isEqualTo(status);
        assertThat(send("k").status()).isEqualTo(201);
        assertThat(ran).hasValue(2);
    }

    @ParameterizedTest
    @DisplayName("C4 is stored and replayed")
    @ValueSource(ints = {200, 204, 299, 302, 400, 404, 409, 422})
    void stored(int status) {
        send(FakeExchange.with("k"), giving(status));
        Answer replay = send("k");
        assertThat(replay.status()).isEqualTo(status);
        assertThat(replay.header("Idempotency-Replayed")).contains("true");
        assertThat(ran).hasValue(1);
    }

    @Test
    @DisplayName("C11 the application can exclude one answer from being stored, and its exceptions free the key")
    void vetoAndExceptions() {
        send(
                FakeExchange.with("k"),
                (body, context) ->
                        CompletableFuture.completedFuture(answer(200, "x").notStored()));
        IllegalStateException failure = new IllegalStateException("broken");
        assertThatThrownBy(() -> send(FakeExchange.with("k"), (body, context) -> {
                    throw failure;
                }))
                .isInstanceOf(CompletionException.class)
                .hasCause(failure);
        assertThat(send("k").status()).isEqualTo(201);
    }

    @Test
    @DisplayName("C12 C13 the same key on another path, method or by another principal is independent")
    void independent() {
        route = Route.builder("/payments/**", "payments.create").methods("POST", "PUT");
        send(FakeExchange.with("k").path("/payments/1"), giving(201));
        send(FakeExchange.with("k").path("/payments/2"), giving(201));
        send(FakeExchange.with("k").path("/payments/1").method("PUT"), giving(201));
        send(FakeExchange.with("k").path("/payments/1").by("bob"), giving(201));
        send(FakeExchange.with("k").path("/payments/1").by(null), giving(201));
        assertThat(ran).hasValue(5);
    }

    @Test
    @DisplayName("C14 an answer above the limit is sent once, and a retry gets 409 result-not-kept")
    void tooLargeAnswer() {
        route = route.limits(100, 3);
        Answer first = send("k");
        assertThat(text(first)).isEqualTo("run 1");
        assertProblem(send("k"), 409, "result-not-kept");
        assertThat(ran).hasValue(1);
    }

    @Test
    @DisplayName("C14 a request above the limit gets 413 and does not run; one at the limit runs")
    void tooLargeRequest() {
        route = route.limits(4, 100);
        assertProblem(send(FakeExchange.with("k").body("12345"), giving(201)), 413, "body-too-large");
        assertThat(send(FakeExchange.with("k").body("1234"), giving(201)).status())
                .isEqualTo(201);
    }

    @Test
    @DisplayName("the key can be a member of the body")
    void keyInBody() {
        route = route.keyInBody(JsonKey.at("/id"));
        send(FakeExchange.with(null).body("{\"id\":\"evt_1\",\"n\":1}"), giving(200));
        Answer replay = send(FakeExchange.with(null).body("{\"n\":1,\"id\":\"evt_1\"}"), giving(200));
        assertThat(replay.header("Idempotency-Replayed")).contains("true");
        assertProblem(send(FakeExchange.with(null).body("{}"), giving(200)), 400, "key-missing");
        assertProblem(send(FakeExchange.with(null).body("<xml>"), giving(200)), 400, "body-unreadable");
        assertThat(ran).hasValue(1);
    }

    @Test
    @DisplayName("C6 the address of a status begins where the application is mounted")
    void mounted() {
        route = route.whileRunning(Policies.accept());
        handle(FakeExchange.with("k"), (body, context) -> new CompletableFuture<>());
        FakeExchange second = FakeExchange.with("k").path("/shop/payments");
        second.mount = "/shop";
        assertThat(send(second, giving(201)).header("Location"))
                .hasValueSatisfying(location -> assertThat(location).startsWith("/shop/idempotency/"));
    }

    @Test
    @DisplayName("C6 a multipart retry may have another boundary")
    void otherBoundary() {
        for (String boundary : new String[] {"one", "\"two\""}) {
            FakeExchange multipart = FakeExchange.with("k");
            multipart.headers.remove(0);
            multipart.headers.add(new Header("Content-Type", "multipart/form-data; boundary=" + boundary));
            multipart.body("--" + boundary.replace("\"", "") + "\r\n\r\nx\r\n--" + boundary.replace("\"", "") + "--");
            assertThat(text(send(multipart, giving(201)))).isEqualTo("run 1");
        }
    }

    @Test
    @DisplayName("all errors of routes are reported together")
    void badRoutes() {
        RouteBuilder bad = Route.builder("payments/**/x", "op")
                .methods()
                .statusOfOtherRequest(500)
                .replayingHeaders("Set-Cookie")
                .limits(-1, 0);
        assertThatThrownBy(() -> HttpGuard.builder(semel)
                        .route(bad.build())
                        .statusPath("x/")
                        .build())
                .hasMessageContaining("slash")
                .hasMessageContaining("no methods")
                .hasMessageContaining("500")
                .hasMessageContaining("Set-Cookie")
                .hasMessageContaining("limit")
                .hasMessageContaining("status path");
    }

    @Test
    @DisplayName("a duplicate that waits gets the first answer")
    void waits() {
        route = route.whileRunning(Policies.waitUpTo(Duration.ofSeconds(20)));
        HttpGuard guard = HttpGuard.builder(semel).route(route.build()).build();
        CompletableFuture<Answer> running = new CompletableFuture<>();
        CompletableFuture<Answer> second = new CompletableFuture<>();
        try {
            Door.handle(guard, FakeExchange.with("k"), (body, context) -> running);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        Thread waiter = new Thread(() -> {
            try {
                Door.handle(guard, FakeExchange.with("k"), giving(500))
                        .orElseThrow()
                        .whenComplete((answer, thrown) -> second.complete(answer));
            } catch (IOException e) {
                second.completeExceptionally(e);
            }
        });
        waiter.start();
        running.complete(answer(201, "done"));
        assertThat(text(second.join())).isEqualTo("done");
        assertThat(ran).hasValue(0);
    }
}
