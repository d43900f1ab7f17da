package dev.semel.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Fingerprint;
import dev.semel.Semel;
import dev.semel.http.contract.Door;
import dev.semel.jackson.JsonKey;
import dev.semel.memory.MemoryStore;
import dev.semel.testkit.TestClock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("the words of a dialogue")
class WordsTest {
    private final TestClock clock = new TestClock(Instant.parse("2026-11-16T10:00:00Z"));
    private final Semel semel = Semel.on(MemoryStore.builder().clock(clock).build());
    private final AtomicInteger ran = new AtomicInteger();
    private RouteBuilder route = Route.builder("/payments", "payments.create");
    private Answer answering = Answer.of(201, List.of(), new byte[0]);

    private Answer send(FakeExchange exchange) {
        try {
            return Door.handle(HttpGuard.builder(semel).route(route.build()).build(), exchange, (body, context) -> {
                        ran.incrementAndGet();
                        return CompletableFuture.completedFuture(answering);
                    })
                    .orElseThrow()
                    .toCompletableFuture()
                    .join();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private Answer send(String key) {
        return send(FakeExchange.with(key));
    }

    private WordsTest say(Dialogue words) {
        route = route.dialogue(words);
        return this;
    }

    private static String text(Answer answer) {
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    @Test
    @DisplayName("mark replays by another header, and first answers if they are to be")
    void replayHeader() {
        say(Dialogue.DEFAULT.replayHeader("X-Replay"));
        assertThat(send("k").headers()).isEmpty();
        assertThat(send("k").headers()).containsExactly(new Header("X-Replay", "true"));
        say(Dialogue.DEFAULT.marksFirst(true));
        assertThat(send("other").headers()).containsExactly(new Header("X-Replay", "false"));
        assertThat(send("other").headers()).containsExactly(new Header("X-Replay", "true"));
    }

    @Test
    @DisplayName("do not mark an answer that is not stored, and expose the marks to another origin")
    void notStored() {
        say(Dialogue.DEFAULT.marksFirst(true).expiryHeader("X-Expires-In"));
        answering = Answer.of(503, List.of(), new byte[0]);
        assertThat(send("k").headers()).isEmpty();
        answering = Answer.of(201, List.of(new Header("Access-Control-Allow-Origin", "*")), new byte[0]);
        send("k");
        assertThat(send("k").header("Access-Control-Expose-Headers")).contains("Idempotency-Replayed, X-Expires-In");
    }

    @Test
    @DisplayName("show the seconds until the key expires, by the clock of the store")
    void expiry() {
        route.retention(Duration.ofMinutes(10));
        say(Dialogue.DEFAULT.expiryHeader("Idempotency-Expires-In"));
        assertThat(send("k").header("Idempotency-Expires-In")).contains("600");
        clock.advance(Duration.ofMinutes(4));
        assertThat(send("k").header("Idempotency-Expires-In")).contains("360");
    }

    @Test
    @DisplayName("give problems another type, a link to a document, or the registered type")
    void types() {
        say(Dialogue.DEFAULT
                .problemTypes("https://docs.example.com/problems/")
                .documentation("https://docs.example.com/idempotency"));
        Answer refused = send((String) null);
        assertThat(text(refused)).contains("\"type\":\"https://docs.example.com/problems/key-missing\"");
        assertThat(refused.header("Link")).contains("<https://docs.example.com/idempotency>; rel=\"describedby\"");
        assertThat(Dialogue.DEFAULT.typeOf(Problem.QUOTA_EXCEEDED)).isEqualTo("urn:semel:problem:quota-exceeded");
        assertThat(Dialogue.DEFAULT.registeredTypes(true).typeOf(Problem.QUOTA_EXCEEDED))
                .isEqualTo("https://iana.org/assignments/http-problem-types#quota-exceeded");
        assertThat(Dialogue.DEFAULT.registeredTypes(true).typeOf(Problem.IN_DOUBT))
                .isEqualTo("urn:semel:problem:in-doubt");
    }

    @Test
    @DisplayName("write errors as the application does, with Retry-After where a retry helps")
    void errorBodies() {
        say(Dialogue.DEFAULT.errorBodies(refusal -> Answer.of(
                refusal.status(),
                List.of(new Header("Content-Type", "text/plain")),
                (refusal.problem() + ": " + refusal.detail()).getBytes(StandardCharsets.UTF_8))));
        Answer refused = send((String) null);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.header("Content-Type")).contains("text/plain");
        assertThat(refused.header("Cache-Control")).contains("no-store");
        assertThat(refused.header("Retry-After")).isEmpty();
        assertThat(text(refused)).startsWith("KEY_MISSING: Send a key");
    }

    @ParameterizedTest(name = "mark the replay of {0} by a member, and leave all other bytes")
    @ValueSource(strings = {"{}", "{\"id\" : 1.50}", " {\n \"id\": \"\\u00e9\"}"})
    void member(String body) {
        say(Dialogue.DEFAULT.replayedMember("replayed"));
        answering = Answer.of(
                201,
                List.of(new Header("Content-Type", "application/json;charset=utf-8")),
                body.getBytes(StandardCharsets.UTF_8));
        assertThat(text(send("k"))).isEqualTo(body);
        String rest = body.strip().equals("{}") ? "" : ",";
        assertThat(text(send("k"))).isEqualTo(body.replaceFirst("\\{", "{\"replayed\":true" + rest));
    }

    @Test
    @DisplayName("replace the member that the application has set, and mark no array and nothing that is compressed")
    void memberThere() {
        say(Dialogue.DEFAULT.replayedMember("replayed"));
        Header json = new Header("Content-Type", "application/json");
        answering = Answer.of(201, List.of(json), "{\"replayed\":false,\"id\":1}".getBytes(StandardCharsets.UTF_8));
        send("k");
        assertThat(text(send("k"))).isEqualTo("{\"replayed\":true,\"id\":1}");
        answering = Answer.of(201, List.of(json), "[1]".getBytes(StandardCharsets.UTF_8));
        send("array");
        assertThat(text(send("array"))).isEqualTo("[1]");
        answering = Answer.of(
                201, List.of(json, new Header("Content-Encoding", "gzip")), "{}".getBytes(StandardCharsets.UTF_8));
        send("gzip");
        assertThat(text(send("gzip"))).isEqualTo("{}");
    }

    @Test
    @DisplayName("accept only keys of their format, in a header and in a body, and never repeat them")
    void keys() {
        say(Dialogue.DEFAULT.uuidKeys());
        assertMalformed("short", "it is not a UUID");
        assertThat(send("f81d4fae-7dec-11d0-a765-00a0c91e6bf6").status()).isEqualTo(201);
        say(Dialogue.DEFAULT.uuidKeys(7));
        assertMalformed("f81d4fae-7dec-41d0-a765-00a0c91e6bf6", "it is not a UUID of version 7");
        assertThat(send("017F22E2-79B0-7CC3-98C4-DC0C0C07398F").status()).isEqualTo(201);
        route = Route.builder("/payments", "payments.create").keyInBody(JsonKey.at("/id"));
        say(Dialogue.DEFAULT.keyLength(8).keyPattern("[a-z]+"));
        assertThat(text(send(FakeExchange.with(null).body("{\"id\":\"abc\"}"))))
                .contains("key-malformed", "at /id is invalid: it has less than 8 characters")
                .doesNotContain("abc");
        assertThat(send(FakeExchange.with(null).body("{\"id\":\"abcdefgh1\"}")).status())
                .isEqualTo(400);
        assertThat(send(FakeExchange.with(null).body("{\"id\":\"abcdefghi\"}")).status())
                .isEqualTo(201);
        assertThat(ran).hasValue(3);
    }

    private void assertMalformed(String key, String why) {
        Answer refused = send(key);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(text(refused)).contains("key-malformed", why).doesNotContain(key);
    }

    @Test
    @DisplayName("the key may be computed from the request, after the request was verified")
    void keyOf() {
        route.keyOf((exchange, body) -> exchange.query() == null ? null : "q-" + exchange.query())
                .verifying((exchange, body) -> !exchange.header("X-Signed").isEmpty());
        FakeExchange request = FakeExchange.with("ignored");
        request.query = "n=1";
        assertThat(send(request).status()).isEqualTo(401);
        request.headers.add(new Header("X-Signed", "yes"));
        assertThat(send(request).status()).isEqualTo(201);
        assertThat(send(request).header("Idempotency-Replayed")).contains("true");
        request.query = null;
        assertThat(text(send(request))).contains("key-missing");
        request.query = "x".repeat(300);
        assertThat(text(send(request))).contains("key-malformed");
        assertThat(ran).hasValue(1);
    }

    @Test
    @DisplayName("the fingerprint may be computed from the request")
    void fingerprintOf() {
        route.fingerprintOf((exchange, body) -> Fingerprint.ofParts(exchange.method()));
        send("k");
        assertThat(send(FakeExchange.with("k").body("{\"amount\":2}")).header("Idempotency-Replayed"))
                .isPresent();
        assertThat(ran).hasValue(1);
    }

    @Test
    @DisplayName("only some members of a body may count")
    void comparingOnly() {
        route.comparingOnly("/amount", "/to/iban");
        send(FakeExchange.with("k").body("{\"amount\":1,\"to\":{\"iban\":\"X\",\"name\":\"a\"},\"at\":1}"));
        assertThat(send(FakeExchange.with("k").body("{\"to\":{\"iban\":\"X\"},\"amount\":1.0}"))
                        .header("Idempotency-Replayed"))
                .isPresent();
        for (String other : new String[] {"{\"amount\":1}", "{\"amount\":1,\"to\":{\"iban\":null}}", "[]", "1"}) {
            assertThat(send(FakeExchange.with("k").body(other)).status())
                    .as(other)
                    .isEqualTo(422);
        }
        assertThat(ran).hasValue(1);
    }

    @Test
    @DisplayName("that are invalid are refused when the guard is built, all of them")
    void problems() {
        say(Dialogue.DEFAULT
                .replayHeader("no header")
                .expiryHeader("")
                .problemTypes("not a uri")
                .documentation("<x>")
                .replayedMember(" ")
                .uuidKeys(9)
                .keyLength(256)
                .keyPattern("("));
        route.comparingOnly("/a").leavingOut("/b").keyInBody(JsonKey.at("/id")).keyOf((exchange, body) -> "k");
        assertThatThrownBy(() -> HttpGuard.builder(semel).route(route.build()).build())
                .hasMessageContaining("\"no header\" is not the name of a header")
                .hasMessageContaining("\"\" is not the name of a header")
                .hasMessageContaining("\"not a uri\" is not a URI")
                .hasMessageContaining("\"<x>\" is not a URI")
                .hasMessageContaining("its name is blank")
                .hasMessageContaining("the version of UUIDs is 9")
                .hasMessageContaining("the least length of a key is 256")
                .hasMessageContaining("the pattern of keys is not a regular expression")
                .hasMessageContaining("comparingOnly(...) cannot be combined")
                .hasMessageContaining("keyInBody(...) cannot be combined with keyOf(...)");
        assertThat(Dialogue.DEFAULT.expiryHeader("idempotency-replayed").problems())
                .containsKey("expiry-header");
    }
}
