package dev.semel.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Semel;
import dev.semel.http.contract.Door;
import dev.semel.jackson.JsonKey;
import dev.semel.memory.MemoryStore;
import dev.semel.policy.Policies;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("a refused request")
class ForgedRequestsTest {
    private static final String FORGED = "{\"id\":\"evt_1\",\"amount\":999}";
    private static final String SIGNED = "{\"id\":\"evt_1\",\"amount\":1}";

    private final Semel semel = Semel.on(MemoryStore.create());
    private RouteBuilder route = Route.builder("/webhooks", "webhooks").keyInBody(JsonKey.at("/id"));

    private Answer send(String body, Answer answer) {
        try {
            return Door.handle(
                            HttpGuard.builder(semel).route(route.build()).build(),
                            FakeExchange.with(null).path("/webhooks").body(body),
                            (bytes, context) -> CompletableFuture.completedFuture(answer))
                    .orElseThrow()
                    .toCompletableFuture()
                    .join();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private Answer send(String body, int status) {
        return send(body, answer(status));
    }

    private static Answer answer(int status) {
        return Answer.of(status, List.of(), ("is " + status).getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 425, 429})
    @DisplayName("C31 leaves the key free for the genuine one, which runs and is replayed")
    void leavesTheKeyFree(int status) {
        for (int i = 0; i < 3; i++) {
            assertThat(send(FORGED, status).status()).isEqualTo(status);
        }
        assertThat(send(SIGNED, 200).status()).isEqualTo(200);
        Answer replay = send(SIGNED, 500);
        assertThat(replay.status()).isEqualTo(200);
        assertThat(replay.header("Idempotency-Replayed")).contains("true");
        assertThat(send(FORGED, 401).status()).isEqualTo(422);
    }

    @Test
    @DisplayName("C31 leaves the key free where the route holds, and for a 400 that the route does not store")
    void heldAndChosen() {
        route = route.afterAbandonment(Policies.hold()).storing(answer -> answer.status() == 200);
        assertThat(send(FORGED, 400).status()).isEqualTo(400);
        assertThat(send(FORGED, 401).status()).isEqualTo(401);
        assertThat(send(SIGNED, 200).status()).isEqualTo(200);
    }

    @Test
    @DisplayName("C31 keeps the key for its request if an earlier attempt may have taken effect")
    void afterAnEarlierAttempt() {
        send(SIGNED, 500);
        assertThat(send(SIGNED, 401).status()).isEqualTo(401);
        assertThat(send(FORGED, 200).status()).isEqualTo(422);
        assertThat(send(SIGNED, 200).status()).isEqualTo(200);
    }

    @Test
    @DisplayName("C31 is not one with 408 or 2xx: the key is free for the same request alone")
    void notTurnedAway() {
        for (Answer given : List.of(answer(408), answer(200).notStored(), answer(500))) {
            assertThat(send(SIGNED, given).status()).isEqualTo(given.status());
            assertThat(send(FORGED, 200).status()).isEqualTo(422);
        }
        assertThat(send(SIGNED, 200).status()).isEqualTo(200);
    }
}
