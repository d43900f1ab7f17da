package dev.semel.http.profile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.semel.Semel;
import dev.semel.http.Answer;
import dev.semel.http.FakeExchange;
import dev.semel.http.Header;
import dev.semel.http.HttpGuard;
import dev.semel.http.Route;
import dev.semel.http.contract.Door;
import dev.semel.memory.MemoryStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Plays the published rules, each in the order of its document. */
@DisplayName("the profile")
class HttpProfileTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String V7 = "017F22E2-79B0-7CC3-98C4-DC0C0C07398F";

    private final Semel semel = Semel.on(MemoryStore.create());
    private HttpGuard guard = guard(HttpProfile.IETF);
    private Answer answering = json(201, "{\"id\":1}");
    private int ran;

    private HttpGuard guard(HttpProfile profile) {
        return HttpGuard.builder(semel)
                .dialogue(profile.dialogue())
                .route(Route.builder("/things/**", "things.change")
                        .apply(profile)
                        .build())
                .build();
    }

    private static Answer json(int status, String body) {
        Header type = new Header("Content-Type", "application/json");
        return Answer.of(status, List.of(type), body.getBytes(StandardCharsets.UTF_8));
    }

    private CompletionStage<Answer> start(FakeExchange exchange, CompletionStage<Answer> answer) {
        try {
            return Door.handle(guard, exchange, (body, context) -> {
                        ran++;
                        return answer;
                    })
                    .orElseGet(() -> {
                        ran++; // passes through
                        return answer;
                    });
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private Answer send(FakeExchange exchange) {
        return start(exchange, CompletableFuture.completedFuture(answering))
                .toCompletableFuture()
                .join();
    }

    /** Returns the answer to a duplicate while the first request runs. */
    private Answer whileRunning(FakeExchange exchange) {
        CompletableFuture<Answer> running = new CompletableFuture<>();
        start(exchange, running);
        Answer duplicate = send(exchange);
        running.complete(answering);
        return duplicate;
    }

    private static FakeExchange thing(String key) {
        return FakeExchange.with(key).path("/things/1");
    }

    private static JsonNode body(Answer answer) {
        try {
            return JSON.readTree(answer.body());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void assertReplays(FakeExchange exchange, Answer first) {
        int before = ran;
        Answer replay = send(exchange);
        assertThat(replay.status()).isEqualTo(first.status());
        assertThat(replay.body()).isEqualTo(first.body());
        assertThat(ran).isEqualTo(before);
    }

    @Test
    @DisplayName(
            "ietf: 400 without a key, 422 for another payload, 409 while running, problem documents, a link to a document")
    void ietf() {
        guard = guard(HttpProfile.IETF);
        assertThat(send(thing(null)).status()).isEqualTo(400);
        assertReplays(thing("k"), send(thing("k")));
        assertThat(send(thing("k").body("{\"other\":1}")).status()).isEqualTo(422);
        assertThat(whileRunning(thing("running")).status()).isEqualTo(409);
        assertThat(send(thing(null)).header("Content-Type")).contains("application/problem+json");
    }

    @Test
    @DisplayName(
            "stripe: optional keys, replays of 500 and 402, none of failed validation, 400 and 409 as errors of Stripe")
    void stripe() {
        guard = guard(HttpProfile.STRIPE);
        send(thing(null));
        send(thing(null));
        assertThat(ran).as("without a key").isEqualTo(2);
        for (int status : new int[] {200, 402, 500}) {
            answering = json(status, "{\"n\":" + status + "}");
            FakeExchange request = thing("stored-" + status);
            Answer first = send(request);
            assertThat(first.header("Idempotent-Replayed")).isEmpty();
            assertReplays(request, first);
            assertThat(send(request).header("Idempotent-Replayed")).contains("true");
        }
        for (int status : new int[] {400, 409, 429}) {
            answering = json(status, "{}");
            send(thing("not-" + status));
            int before = ran;
            send(thing("not-" + status));
            assertThat(ran).as("validation failed, or a conflict: %s", status).isEqualTo(before + 1);
        }
        Answer other = send(thing("stored-200").body("{\"other\":1}"));
        assertThat(other.status()).isEqualTo(400);
        assertThat(body(other).at("/error/type").asText()).isEqualTo("idempotency_error");
        Answer busy = whileRunning(thing("running"));
        assertThat(busy.status()).isEqualTo(409);
        assertThat(body(busy).at("/error/code").asText()).isEqualTo("idempotency_key_in_use");
        assertThat(send(thing("stored-500").method("GET")).status())
                .as("GET is not guarded")
                .isEqualTo(429);
    }

    @Test
    @DisplayName("acp: section 6 of the Agentic Checkout RFC")
    void acp() {
        guard = guard(HttpProfile.ACP);
        Answer missing = send(thing(null));
        assertThat(missing.status()).isEqualTo(400);
        assertError(missing, "invalid_request", "idempotency_key_required");

        FakeExchange first = thing("k").body("{\"a\":1.0,\"b\":[1,2],\"c\":\"x\"}");
        Answer answer = send(first);
        FakeExchange same = thing("k").body("{\"c\":\"x\", \"b\":[1,2], \"a\":1}");
        same.headers.add(new Header("X-Other", "headers are excluded"));
        same.query = "and=the query";
        assertReplays(same, answer);
        assertThat(send(same).header("Idempotent-Replayed")).contains("true");
        for (String other :
                new String[] {"{\"a\":1,\"b\":[2,1],\"c\":\"x\"}", "{\"a\":1,\"b\":[1,2],\"c\":\"x\",\"d\":null}"}) {
            Answer conflict = send(thing("k").body(other));
            assertThat(conflict.status()).isEqualTo(422);
            assertError(conflict, "invalid_request", "idempotency_conflict");
        }
        send(thing("k").path("/things/2"));
        assertThat(ran).as("the same key on another endpoint").isEqualTo(2);

        Answer busy = whileRunning(thing("running"));
        assertThat(busy.status()).isEqualTo(409);
        assertError(busy, "invalid_request", "idempotency_in_flight");
        assertThat(busy.header("Retry-After")).isPresent();

        answering = json(500, "{}");
        send(thing("failed"));
        int before = ran;
        answering = json(201, "{}");
        assertThat(send(thing("failed")).status()).as("5xx must not be cached").isEqualTo(201);
        assertThat(ran).isEqualTo(before + 1);
    }

    private static void assertError(Answer answer, String type, String code) {
        assertThat(answer.header("Content-Type")).contains("application/json");
        assertThat(body(answer).path("type").asText()).isEqualTo(type);
        assertThat(body(answer).path("code").asText()).isEqualTo(code);
        assertThat(body(answer).path("message").asText()).isNotEmpty();
    }

    private static FakeExchange task(String key, String rest) {
        return thing(null).body("{\"idempotency_key\":\"" + key + "\"," + rest + "}");
    }

    @Test
    @DisplayName(
            "adcp: key format first, the closed list of excluded members, successes alone stored, replayed in the envelope")
    void adcp() {
        guard = guard(HttpProfile.ADCP);
        String key = "mb_01HW7J8K9P0Q1R2S";
        assertThat(body(send(thing(null).body("{\"budget\":1}")))
                        .at("/errors/0/code")
                        .asText())
                .isEqualTo("INVALID_REQUEST");
        assertThat(body(send(task("too short", "\"budget\":1")))
                        .at("/errors/0/code")
                        .asText())
                .isEqualTo("INVALID_REQUEST");
        assertThat(ran).isZero();

        answering = json(200, "{\"status\":\"completed\",\"payload\":{\"id\":1}}");
        send(task(key, "\"budget\":1,\"context\":{\"trace\":1},\"ext\":1"));
        Answer replay =
                send(task(key, "\"ext\":1,\"budget\":1,\"context\":{\"trace\":2},\"governance_context\":\"new\""));
        assertThat(body(replay).path("replayed").asBoolean()).isTrue();
        assertThat(body(replay).at("/payload/id").asInt()).isEqualTo(1);
        assertThat(ran).isEqualTo(1);
        Answer conflict = send(task(key, "\"budget\":1,\"ext\":2"));
        assertThat(conflict.status()).isEqualTo(409);
        assertThat(body(conflict).at("/errors/0/code").asText()).isEqualTo("IDEMPOTENCY_CONFLICT");

        Answer slow =
                HttpProfile.ADCP.dialogue().retryAfter(Duration.ofSeconds(30)).inProgress("Wait.");
        assertThat(slow.header("Retry-After")).contains("30");
        assertThat(body(slow).at("/errors/0/retry_after").asInt()).isEqualTo(30);

        answering = json(422, "{\"status\":\"failed\"}");
        send(task("errors-are-not-cached", "\"budget\":1"));
        send(task("errors-are-not-cached", "\"budget\":1"));
        assertThat(ran).isEqualTo(3);

        Answer busy = whileRunning(task("key-of-a-running-one", "\"budget\":1"));
        assertThat(body(busy).at("/errors/0/code").asText()).isEqualTo("IDEMPOTENCY_IN_FLIGHT");
        assertThat(body(busy).at("/errors/0/details/retry_after").asInt()).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "iceberg: optional UUIDs of version 7, final answers below 500 stored, errors in the model of the catalog")
    void iceberg() {
        guard = guard(HttpProfile.ICEBERG);
        send(thing(null));
        assertThat(ran).as("the header is optional").isEqualTo(1);
        Answer malformed = send(thing("550e8400-e29b-41d4-a716-446655440000"));
        assertThat(malformed.status()).isEqualTo(400);
        assertThat(body(malformed).at("/error/type").asText()).isEqualTo("BadRequestException");
        assertThat(body(malformed).at("/error/code").asInt()).isEqualTo(400);

        for (int status : new int[] {200, 204, 409, 404}) {
            answering = json(status, status == 204 ? "" : "{\"n\":" + status + "}");
            FakeExchange request = thing(V7.replace("398F", "3" + (100 + status % 100 + status / 100)))
                    .method("DELETE");
            assertReplays(request, send(request));
        }
        for (int status : new int[] {500, 503, 419}) {
            answering = json(status, "{}");
            FakeExchange request = thing(V7.replace("398F", "4" + (100 + status % 100)));
            send(request);
            int before = ran;
            send(request);
            assertThat(ran).as("not finalized: %s", status).isEqualTo(before + 1);
        }
        answering = json(200, "{}");
        send(thing(V7));
        Answer reused = send(thing(V7).path("/things/2"));
        assertThat(reused.status()).as("no reuse across operations").isEqualTo(422);
        assertThat(body(reused).at("/error/type").asText()).isEqualTo("UnprocessableEntityException");
        answering = json(200, "\"" + "x".repeat(2 << 20) + "\"");
        FakeExchange large = thing(V7.replace("398F", "6000"));
        send(large);
        Answer unknown = send(large);
        assertThat(unknown.status())
                .as("clients take 409 for a commit that failed")
                .isEqualTo(500);
        assertThat(body(unknown).at("/error/type").asText()).isEqualTo("CommitStateUnknownException");
        assertThat(body(unknown).at("/error/code").asInt()).isEqualTo(500);
        answering = json(200, "{}");
        Answer busy = whileRunning(thing(V7.replace("398F", "5000")));
        assertThat(busy.status()).isEqualTo(429);
        assertThat(busy.header("Retry-After")).isPresent();
    }
}
