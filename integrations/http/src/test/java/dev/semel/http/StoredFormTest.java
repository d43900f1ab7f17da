package dev.semel.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Semel;
import dev.semel.http.contract.Door;
import dev.semel.memory.MemoryStore;
import dev.semel.policy.Policies;
import dev.semel.store.RecordId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("what is stored of an answer")
class StoredFormTest {
    private static final Header JSON = new Header("Content-Type", "application/json");

    private final MemoryStore store = MemoryStore.create();
    private final Semel semel = Semel.on(store);
    private final RouteBuilder route = Route.builder("/documents", "documents.create");
    private final AtomicInteger ran = new AtomicInteger();
    private String scope = "alice|POST /documents";
    private Answer answering =
            json("{\"id\":1.50,\"token\":\"secret\",\"files\":[{\"url\":\"https://signed\",\"n\":1}]}");

    private static Answer json(String body) {
        return Answer.of(201, List.of(JSON), body.getBytes(StandardCharsets.UTF_8));
    }

    private CompletionStage<Answer> start(CompletionStage<Answer> answer) {
        try {
            return Door.handle(
                            HttpGuard.builder(semel).route(route.build()).build(),
                            FakeExchange.with("k").path("/documents"),
                            (body, context) -> {
                                ran.incrementAndGet();
                                return answer;
                            })
                    .orElseThrow();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private Answer send() {
        return start(CompletableFuture.completedFuture(answering))
                .toCompletableFuture()
                .join();
    }

    private static String text(Answer answer) {
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    private String stored() {
        RecordId id = new RecordId("documents.create", scope, "k");
        return new String(store.find(id).orElseThrow().result().bytes(), StandardCharsets.ISO_8859_1);
    }

    @Test
    @DisplayName("has neither the members nor the headers that are redacted; the first caller gets them")
    void redacted() {
        route.redacting("/token", "/files/*/url", "/missing/x").redactingHeaders("Location");
        answering = answering.with("Location", "https://signed-location");
        Answer first = send();
        assertThat(text(first)).contains("secret", "https://signed");
        assertThat(first.header("Location")).isPresent();
        assertThat(stored()).doesNotContain("secret", "token", "signed");
        Answer replay = send();
        assertThat(text(replay)).isEqualTo("{\"id\":1.50,\"files\":[{\"n\":1}]}");
        assertThat(replay.header("Location")).isEmpty();
        assertThat(replay.header("Idempotency-Replayed")).contains("true");
        assertThat(send().body()).isEqualTo(replay.body());
        assertThat(ran).hasValue(1);
    }

    @Test
    @DisplayName("is the same for a duplicate that waited for the first request in this process")
    void waited() throws Exception {
        route.redacting("/token").whileRunning(Policies.waitUpTo(Duration.ofMinutes(1)));
        CompletableFuture<Answer> running = new CompletableFuture<>();
        start(running);
        CompletableFuture<Answer> waiting = start(new CompletableFuture<>()).toCompletableFuture();
        running.complete(answering);
        assertThat(text(waiting.get(1, TimeUnit.MINUTES))).doesNotContain("secret");
    }

    @Test
    @DisplayName("may be a reference, of which each replay makes the answer again, after the check of the caller")
    void rendered() {
        AtomicInteger urls = new AtomicInteger();
        route.beforeStoring(answer ->
                        Answer.of(answer.status(), List.of(JSON), "{\"ref\":7}".getBytes(StandardCharsets.UTF_8)))
                .beforeReplay((exchange, body) -> "alice".equals(exchange.principal()))
                .onReplay((exchange, answer) -> {
                    assertThat(text(answer)).isEqualTo("{\"ref\":7}");
                    return json("{\"url\":\"fresh-" + urls.incrementAndGet() + "-for-" + exchange.principal() + "\"}");
                });
        assertThat(text(send())).contains("secret");
        assertThat(stored()).contains("{\"ref\":7}").doesNotContain("secret");
        assertThat(text(send())).isEqualTo("{\"url\":\"fresh-1-for-alice\"}");
        Answer second = send();
        assertThat(text(second)).isEqualTo("{\"url\":\"fresh-2-for-alice\"}");
        assertThat(second.header("Idempotency-Replayed")).contains("true");
        assertThat(ran).hasValue(1);
    }

    @Test
    @DisplayName("remains if the answer of a replay cannot be made, and the work does not run again")
    void renderingFails() {
        AtomicInteger calls = new AtomicInteger();
        route.onReplay((exchange, answer) -> {
            if (calls.incrementAndGet() == 1) {
                throw new IllegalStateException("the signer is down");
            }
            return answer;
        });
        send();
        assertThatThrownBy(this::send).hasMessageContaining("the signer is down");
        assertThat(text(send())).contains("secret");
        assertThat(ran).hasValue(1);
    }

    @Test
    @DisplayName(
            "is nothing if it cannot be cleaned: the first caller gets its answer, a retry 409, and the work does not run again")
    void cannotBeCleaned() {
        route.redacting("/token");
        for (Answer odd : List.of(
                json("{\"token\":\"secret\""), json("{\"token\":\"secret\"}").with("Content-Encoding", "gzip"))) {
            answering = odd;
            assertKeepsNothing();
        }
        route.beforeStoring(answer -> {
            throw new IllegalStateException("a mistake");
        });
        answering = json("{\"token\":\"secret\"}");
        assertKeepsNothing();
    }

    @Test
    @DisplayName("is nothing if the answer is too long, and code does not get its beginning")
    void tooLong() {
        AtomicInteger cleaned = new AtomicInteger();
        route.beforeStoring(answer -> {
            cleaned.incrementAndGet();
            return json("{\"ref\":7}");
        });
        answering = json("\"" + "x".repeat(2 << 20) + "\"");
        assertKeepsNothing();
        assertThat(cleaned).hasValue(0);
    }

    @Test
    @DisplayName("has no redacted members if the answer does not say that it is JSON")
    void untyped() {
        route.redacting("/token");
        answering = Answer.of(201, List.of(), "{\"token\":\"secret\",\"id\":1}".getBytes(StandardCharsets.UTF_8));
        send();
        assertThat(stored()).doesNotContain("secret");
        assertThat(text(send())).isEqualTo("{\"id\":1}");
    }

    private void assertKeepsNothing() {
        int before = ran.get();
        assertThat(send().status()).isEqualTo(201);
        assertThat(stored()).doesNotContain("secret");
        Answer retry = send();
        assertThat(retry.status()).isEqualTo(409);
        assertThat(text(retry)).contains("result-not-kept");
        assertThat(ran).hasValue(before + 1);
        scope = "case-" + ran.get();
        String next = scope;
        route.scope(exchange -> next);
    }

    @Test
    @DisplayName("is all of it by default, and bodies in other media types")
    void unchanged() {
        route.redacting("/token");
        answering = Answer.of(
                201, List.of(new Header("Content-Type", "text/plain")), "token".getBytes(StandardCharsets.UTF_8));
        send();
        assertThat(text(send())).isEqualTo("token");
    }

    @Test
    @DisplayName("is refused to be chosen by invalid pointers, all of them, when the guard is built")
    void invalid() {
        route.redacting("token").leavingOut("sentAt");
        assertThatThrownBy(this::send)
                .hasMessageContaining("\"token\" must start with /")
                .hasMessageContaining("\"sentAt\" must start with /");
    }
}
