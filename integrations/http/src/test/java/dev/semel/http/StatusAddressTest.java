package dev.semel.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Semel;
import dev.semel.http.contract.Door;
import dev.semel.memory.MemoryStore;
import dev.semel.policy.Policies;
import dev.semel.store.RecordId;
import dev.semel.store.StoredRecord;
import dev.semel.store.UnreadableRecordException;
import dev.semel.testkit.DelegatingStore;
import dev.semel.testkit.Fault;
import dev.semel.testkit.FaultyStore;
import dev.semel.testkit.StoreCall;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the status address")
class StatusAddressTest {
    private static final String KEY = "order-4711-of-ada";

    private boolean damaged;
    private final FaultyStore store = FaultyStore.on(new DelegatingStore(MemoryStore.create()) {
        @Override
        public Optional<StoredRecord> find(RecordId id) {
            if (damaged && id.operation().equals("orders.create")) {
                throw UnreadableRecordException.damaged(id, "its result has no checksum", null);
            }
            return super.find(id);
        }
    });
    private final RouteBuilder route = Route.builder("/orders/**", "orders.create")
            .whileRunning(Policies.accept())
            .retention(Duration.ofHours(1));
    private final HttpGuard guard =
            HttpGuard.builder(Semel.on(store)).route(route.build()).build();
    private final CompletableFuture<Answer> running = new CompletableFuture<>();

    private Answer send(String path) throws IOException {
        return Door.handle(guard, FakeExchange.with(KEY).path(path), (body, context) -> running)
                .orElseThrow()
                .toCompletableFuture()
                .join();
    }

    private void start(String path) throws IOException {
        Door.handle(guard, FakeExchange.with(KEY).path(path), (body, context) -> running);
    }

    private String location(String path) throws IOException {
        return send(path).header("Location").orElseThrow();
    }

    private String status(String location, @Nullable String principal) {
        Answer answer = Door.status(
                        guard,
                        FakeExchange.with(null).method("GET").path(location).by(principal))
                .orElseThrow();
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    @Test
    @DisplayName("C19 holds neither key, scope, path nor operation, in any encoding")
    void opaque() throws IOException {
        start("/orders/1");
        String segment = location("/orders/1").substring("/idempotency/".length());
        String decoded = new String(Base64.getUrlDecoder().decode(segment), StandardCharsets.ISO_8859_1);
        for (String secret : new String[] {KEY, "alice", "/orders", "orders.create"}) {
            assertThat(segment).doesNotContain(secret);
            assertThat(decoded).doesNotContain(secret);
        }
    }

    @Test
    @DisplayName("A29 of an unreadable record answers with a problem document")
    void unreadable() throws IOException {
        start("/orders/1");
        String location = location("/orders/1");
        damaged = true;
        Answer answer = Door.status(
                        guard,
                        FakeExchange.with(null).method("GET").path(location).by("alice"))
                .orElseThrow();
        assertThat(answer.status()).isEqualTo(500);
        assertThat(new String(answer.body(), StandardCharsets.UTF_8)).contains("unreadable-record");
    }

    @Test
    @DisplayName("is the same for all duplicates of a request, and differs between requests")
    void stable() throws IOException {
        start("/orders/1");
        start("/orders/2");
        assertThat(location("/orders/1")).isEqualTo(location("/orders/1")).isNotEqualTo(location("/orders/2"));
    }

    @Test
    @DisplayName("leads to the record for its whole retention, also on another node")
    void leadsThere() throws IOException {
        start("/orders/1");
        String location = location("/orders/1");
        HttpGuard other =
                HttpGuard.builder(Semel.on(store)).route(route.build()).build();
        assertThat(Door.status(other, FakeExchange.with(null).method("GET").path(location))
                        .orElseThrow()
                        .status())
                .isEqualTo(200);
        RecordId pointer = new RecordId("semel.status", "", location.substring("/idempotency/".length()));
        assertThat(store.find(pointer).orElseThrow().expiresAt())
                .isAfter(store.find(pointer).orElseThrow().asOf().plus(Duration.ofMinutes(90)));
    }

    @Test
    @DisplayName("C7 shows nothing to any other caller, for any spelling of the address")
    void statusOfOthers() throws IOException {
        start("/orders/1");
        String location = location("/orders/1");
        assertThat(status(location, "alice")).contains("\"in_progress\"");
        String unknown = status("/idempotency/bm90aGluZw", "alice");
        for (String other : new String[] {"bob", "", "alice|POST /orders/1", null}) {
            assertThat(status(location, other)).isEqualTo(unknown);
        }
        for (String made : new String[] {"%%%", "", "x/" + location, "A".repeat(43), KEY}) {
            assertThat(status("/idempotency/" + made, "alice")).as(made).isEqualTo(unknown);
        }
    }

    @Test
    @DisplayName("shows the status code of a completed request, its Location, and the request to send again")
    void completed() throws IOException {
        start("/orders/1");
        String location = location("/orders/1");
        assertThat(status(location, "alice")).doesNotContain("statusCode", "replay");
        running.complete(Answer.of(201, List.of(new Header("Location", "/orders/1/items/7")), new byte[0]));
        assertThat(status(location, "alice"))
                .contains("\"state\":\"completed\"", "\"statusCode\":201", "\"location\":\"/orders/1/items/7\"")
                .endsWith("\"replay\":{\"method\":\"POST\",\"path\":\"/orders/1\"}}");
    }

    @Test
    @DisplayName("shows nothing of an answer that the route checks or renders for each request")
    void checked() throws IOException {
        route.beforeReplay((exchange, body) -> false);
        assertShowsNoAnswer(
                HttpGuard.builder(Semel.on(store)).route(route.build()).build(), "/orders/1");
        RouteBuilder verified = Route.builder("/orders/**", "orders.create")
                .whileRunning(Policies.accept())
                .verifying((exchange, body) -> true);
        assertShowsNoAnswer(
                HttpGuard.builder(Semel.on(store)).route(verified.build()).build(), "/orders/2");
        RouteBuilder rendered = Route.builder("/orders/**", "orders.create")
                .whileRunning(Policies.accept())
                .onReplay((exchange, answer) -> answer);
        assertShowsNoAnswer(
                HttpGuard.builder(Semel.on(store)).route(rendered.build()).build(), "/orders/3");
    }

    private void assertShowsNoAnswer(HttpGuard checking, String path) throws IOException {
        CompletableFuture<Answer> first = new CompletableFuture<>();
        Door.handle(checking, FakeExchange.with(KEY).path(path), (body, context) -> first);
        Answer accepted = Door.handle(checking, FakeExchange.with(KEY).path(path), (body, context) -> first)
                .orElseThrow()
                .toCompletableFuture()
                .join();
        first.complete(Answer.of(201, List.of(new Header("Location", "/secret")), new byte[0]));
        FakeExchange asking = FakeExchange.with(null)
                .method("GET")
                .path(accepted.header("Location").orElseThrow());
        assertThat(new String(Door.status(checking, asking).orElseThrow().body(), StandardCharsets.UTF_8))
                .contains("\"completed\"", "\"replay\"")
                .doesNotContain("statusCode", "location", "secret");
    }

    @Test
    @DisplayName("names the request to send again with the mount of the application")
    void mounted() throws IOException {
        FakeExchange order = FakeExchange.with(KEY).path("/app/orders/1");
        order.mount = "/app";
        Door.handle(guard, order, (body, context) -> running);
        String location = Door.handle(guard, order, (body, context) -> running)
                .orElseThrow()
                .toCompletableFuture()
                .join()
                .header("Location")
                .orElseThrow();
        running.complete(Answer.of(201, List.of(), new byte[0]));
        FakeExchange asking = FakeExchange.with(null).method("GET").path(location);
        asking.mount = "/app";
        assertThat(location).startsWith("/app/idempotency/");
        assertThat(new String(Door.status(guard, asking).orElseThrow().body(), StandardCharsets.UTF_8))
                .endsWith("\"path\":\"/app/orders/1\"}}");
    }

    @Test
    @DisplayName("is not sent while its pointer cannot be stored: the duplicate gets 409")
    void notStored() throws IOException {
        start("/orders/1");
        store.next(StoreCall.SETTLE, Fault.lostRequest());
        Answer refused = send("/orders/1");
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.header("Location")).isEmpty();
        assertThat(refused.header("Retry-After")).isPresent();
    }
}
