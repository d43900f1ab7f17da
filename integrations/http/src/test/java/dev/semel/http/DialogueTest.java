package dev.semel.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Semel;
import dev.semel.http.contract.Door;
import dev.semel.memory.MemoryStore;
import dev.semel.policy.Policies;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("a dialogue")
class DialogueTest {
    private final Semel semel = Semel.on(MemoryStore.create());
    private RouteBuilder route = Route.builder("/payments", "payments.create");
    private Dialogue ofGuard = Dialogue.DEFAULT;

    private HttpGuard guard() {
        return HttpGuard.builder(semel).dialogue(ofGuard).route(route.build()).build();
    }

    /** Returns the answer to a duplicate of a request that runs. */
    private Answer duplicate() throws IOException {
        CompletableFuture<Answer> running = new CompletableFuture<>();
        HttpGuard guard = guard();
        Door.handle(guard, FakeExchange.with("k"), (body, context) -> running);
        return Door.handle(guard, FakeExchange.with("k"), (body, context) -> running)
                .orElseThrow()
                .toCompletableFuture()
                .join();
    }

    private static String text(Answer answer) {
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    @Test
    @DisplayName("answers by default as it always has")
    void defaults() throws IOException {
        Answer refused = duplicate();
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.headers())
                .containsExactly(
                        new Header("Content-Type", "application/problem+json"),
                        new Header("Cache-Control", "no-store"),
                        new Header("Retry-After", "1"));
        assertThat(text(refused))
                .isEqualTo("{\"type\":\"urn:semel:problem:in-progress\",\"title\":\"A request with this idempotency key"
                        + " is being processed\",\"status\":409,\"detail\":\"Send it again with the same key a"
                        + " little later.\",\"retryable\":true}");
    }

    @ParameterizedTest(name = "refuses a duplicate of a running request with {0}")
    @ValueSource(ints = {409, 425, 429, 422})
    void whileRunning(int status) throws IOException {
        route = route.dialogue(Dialogue.DEFAULT.statusWhileRunning(status).retryAfter(Duration.ofMillis(2001)));
        Answer refused = duplicate();
        assertThat(refused.status()).isEqualTo(status);
        assertThat(refused.header("Retry-After")).contains("3");
        assertThat(text(refused)).contains("problem:in-progress", "\"status\":" + status);
    }

    @Test
    @DisplayName("accepts a duplicate with JSON that is no problem document")
    void accepted() throws IOException {
        route = route.whileRunning(Policies.accept()).dialogue(Dialogue.DEFAULT.retryAfter(Duration.ofSeconds(7)));
        Answer accepted = duplicate();
        String address = accepted.header("Location").orElseThrow();
        assertThat(accepted.status()).isEqualTo(202);
        assertThat(accepted.header("Content-Type")).contains("application/json");
        assertThat(accepted.header("Cache-Control")).contains("no-store");
        assertThat(accepted.header("Retry-After")).contains("7");
        assertThat(text(accepted))
                .isEqualTo("{\"state\":\"in_progress\",\"statusAddress\":\"" + address + "\",\"retryAfter\":7}");
    }

    @Test
    @DisplayName("uses its status after a wait without an answer, and for a duplicate that can no longer run")
    void afterWaiting() throws IOException {
        route = route.whileRunning(Policies.waitUpTo(Duration.ofMillis(50)))
                .dialogue(Dialogue.DEFAULT.statusWhileRunning(425));
        assertThat(duplicate().status()).isEqualTo(425);
        Entry.Run run = (Entry.Run)
                guard().find(FakeExchange.with("other")).orElseThrow().enter(FakeExchange.with("other"));
        Reply reply = run.ticket().giveBack().toCompletableFuture().join();
        assertThat(((Reply.Instead) reply).answer().status()).isEqualTo(425);
    }

    @Test
    @DisplayName("of a route is completed by that of its guard")
    void over() throws IOException {
        ofGuard = Dialogue.DEFAULT.statusWhileRunning(425).retryAfter(Duration.ofSeconds(5));
        route = route.dialogue(Dialogue.DEFAULT.statusWhileRunning(429));
        Answer refused = duplicate();
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.header("Retry-After")).contains("5");
    }

    @Test
    @DisplayName("with invalid settings is refused when the guard is built, with all that is wrong")
    void problems() {
        ofGuard = Dialogue.DEFAULT.statusWhileRunning(202);
        route = route.dialogue(Dialogue.DEFAULT.statusWhileRunning(500).retryAfter(Duration.ZERO));
        assertThatThrownBy(this::guard)
                .hasMessageContaining(
                        "the route /payments: the status while the first request runs is 500; it must be 409, 425, 429"
                                + " or 422")
                .hasMessageContaining("the time for a retry is PT0S; it must be between 1s and 1d")
                .hasMessageContaining("the dialogue: the status while the first request runs is 202");
    }
}
