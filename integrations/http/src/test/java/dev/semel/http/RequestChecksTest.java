package dev.semel.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Facts;
import dev.semel.Semel;
import dev.semel.http.contract.Door;
import dev.semel.http.contract.Handler;
import dev.semel.jackson.JsonKey;
import dev.semel.memory.MemoryStore;
import dev.semel.policy.Policies;
import dev.semel.store.RecordId;
import dev.semel.testkit.FaultyStore;
import dev.semel.testkit.StoreCall;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("checks of a request beside its key")
class RequestChecksTest {
    private final FaultyStore store = FaultyStore.on(MemoryStore.create());
    private final Semel semel = Semel.on(store);
    private final AtomicInteger ran = new AtomicInteger();
    private final RouteBuilder route = Route.builder("/payments", "payments.create");

    private CompletionStage<Answer> handle(FakeExchange exchange, Handler handler) throws IOException {
        return Door.handle(HttpGuard.builder(semel).route(route.build()).build(), exchange, handler)
                .orElseThrow();
    }

    private Answer send(FakeExchange exchange) throws IOException {
        return handle(exchange, (body, context) -> CompletableFuture.completedFuture(answer()))
                .toCompletableFuture()
                .join();
    }

    private Answer answer() {
        return Answer.of(201, List.of(), ("run " + ran.incrementAndGet()).getBytes(StandardCharsets.UTF_8));
    }

    private static FakeExchange signed(String key) {
        FakeExchange exchange = FakeExchange.with(key);
        exchange.headers.add(new Header("X-Signature", "right"));
        return exchange;
    }

    private static boolean isSigned(Exchange exchange, byte[] body) {
        return exchange.header("X-Signature").contains("right") && body.length > 0;
    }

    private static void assertProblem(Answer answer, int status, String type) {
        assertThat(answer.status()).isEqualTo(status);
        assertThat(new String(answer.body(), StandardCharsets.UTF_8)).contains("\"urn:semel:problem:" + type + "\"");
    }

    @Test
    @DisplayName(
            "C26 a forged request gets 401, touches neither store nor quota, and does not block the key of the genuine one")
    void forged() throws IOException {
        AtomicInteger asked = new AtomicInteger();
        route.verifying(RequestChecksTest::isSigned).quota(asking(asked));
        for (int i = 0; i < 3; i++) {
            assertProblem(send(FakeExchange.with("event-1").body("{\"forged\":true}")), 401, "not-verified");
        }
        assertThat(store.count(StoreCall.CLAIM)).isZero();
        assertThat(store.count(StoreCall.FIND)).isZero();
        assertThat(ran).hasValue(0);
        assertThat(asked).hasValue(0);
        assertThat(send(signed("event-1")).status()).isEqualTo(201);
        assertThat(asked).hasValue(1);
        assertThat(send(signed("event-1")).header("Idempotency-Replayed")).contains("true");
        assertProblem(send(FakeExchange.with("event-1")), 401, "not-verified");
        assertThat(ran).hasValue(1);
    }

    /** A quota that admits every request, and counts how often it was asked. */
    private static RequestQuota asking(AtomicInteger asked) {
        RequestQuota.Counting counting = new RequestQuota.Counting() {
            @Override
            public RequestQuota.Admission admit(Exchange exchange, Facts facts) {
                return admit(exchange);
            }

            @Override
            public RequestQuota.Admission admit(Exchange exchange, RecordId id) {
                return admit(exchange);
            }

            @Override
            public RequestQuota.Admission admit(Exchange exchange) {
                asked.incrementAndGet();
                return RequestQuota.Admission.UNCOUNTED;
            }
        };
        return new RequestQuota() {
            @Override
            public Optional<String> problem() {
                return Optional.empty();
            }

            @Override
            public boolean counts(Answer answer) {
                return true;
            }

            @Override
            public Counting counting(Route guarded, Dialogue dialogue) {
                return counting;
            }
        };
    }

    @Test
    @DisplayName("C26 a request is verified before a key is taken from its body")
    void keyInBody() throws IOException {
        route.verifying(RequestChecksTest::isSigned).keyInBody(JsonKey.at("/id"));
        assertProblem(send(FakeExchange.with(null).body("not JSON")), 401, "not-verified");
        FakeExchange genuine = signed("unused").body("{\"id\":\"event-1\"}");
        assertThat(send(genuine).status()).isEqualTo(201);
        assertThat(ran).hasValue(1);
    }

    @Test
    @DisplayName("C26 a request without a key is verified as well")
    void withoutKey() throws IOException {
        route.verifying(RequestChecksTest::isSigned).keyOptional();
        assertThat(Door.requestLimit(
                        HttpGuard.builder(semel).route(route.build()).build(), FakeExchange.with(null)))
                .isPresent();
        assertProblem(send(FakeExchange.with(null)), 401, "not-verified");
        FakeExchange genuine = FakeExchange.with(null);
        genuine.headers.add(new Header("X-Signature", "right"));
        assertThat(send(genuine).status()).isEqualTo(201);
        assertThat(ran).hasValue(1);
    }

    @Test
    @DisplayName("a verification that throws fails the request before anything is claimed")
    void throwing() {
        route.verifying((exchange, body) -> {
            throw new IllegalStateException("no secret");
        });
        assertThatThrownBy(() -> send(FakeExchange.with("k"))).isInstanceOf(IllegalStateException.class);
        assertThat(store.count(StoreCall.CLAIM)).isZero();
    }

    @Test
    @DisplayName("C27 a check before a replay refuses the stored answer with 403, and leaves the record unchanged")
    void replay() throws IOException {
        route.scope(exchange -> "shared")
                .beforeReplay((exchange, body) -> Objects.equals(exchange.principal(), "alice"));
        assertThat(send(FakeExchange.with("k").by("bob")).status()).isEqualTo(201);
        assertProblem(send(FakeExchange.with("k").by("bob")), 403, "replay-refused");
        assertThat(send(FakeExchange.with("k").by("alice")).status()).isEqualTo(201);
        assertThat(ran).hasValue(1);
    }

    @Test
    @DisplayName("C27 a check before a replay that ends a wait runs on a thread that may block")
    void replayAfterWaiting() throws Exception {
        AtomicReference<Thread> checked = new AtomicReference<>();
        route.whileRunning(Policies.waitUpTo(Duration.ofMinutes(1))).beforeReplay((exchange, body) -> {
            checked.set(Thread.currentThread());
            return false;
        });
        HttpGuard guard = HttpGuard.builder(semel).route(route.build()).build();
        CompletableFuture<Answer> running = new CompletableFuture<>();
        Handler handler = (body, context) -> running;
        CompletionStage<Answer> first =
                Door.handle(guard, FakeExchange.with("k"), handler).orElseThrow();
        CompletionStage<Answer> second =
                Door.handle(guard, FakeExchange.with("k"), handler).orElseThrow();
        assertThat(second.toCompletableFuture()).isNotDone();
        running.complete(answer());
        assertThat(first.toCompletableFuture().get(1, TimeUnit.MINUTES).status())
                .isEqualTo(201);
        assertProblem(second.toCompletableFuture().get(1, TimeUnit.MINUTES), 403, "replay-refused");
        assertThat(checked.get().getName())
                .doesNotContain("semel")
                .isNotEqualTo(Thread.currentThread().getName());
    }

    @Test
    @DisplayName("B6 C2 a key in the body that is too long is refused as one in the header is, without a store call")
    void unusableKeys() throws IOException {
        assertProblem(send(FakeExchange.with("k".repeat(256))), 400, "key-malformed");
        route.keyInBody(JsonKey.at("/id"));
        for (String key : new String[] {"k".repeat(256), "\u00e9".repeat(128), "a\\nb"}) {
            assertProblem(send(FakeExchange.with(null).body("{\"id\":\"" + key + "\"}")), 400, "key-malformed");
        }
        assertThat(store.count(StoreCall.CLAIM)).isZero();
        assertThat(ran).hasValue(0);
    }
}
