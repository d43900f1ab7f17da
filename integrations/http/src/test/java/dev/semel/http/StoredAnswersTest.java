package dev.semel.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Semel;
import dev.semel.http.contract.Door;
import dev.semel.memory.MemoryStore;
import dev.semel.store.BrowsableStore.Query;
import dev.semel.store.RecordId;
import dev.semel.store.StoredRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The record of a request as release 0.1.0 stores it. If it changes, retries that span an upgrade run again, or get 422. */
@DisplayName("the record of a request")
class StoredAnswersTest {
    private static final byte[] BODY = "{\"id\":1}".getBytes(StandardCharsets.UTF_8);
    private static final String ENCODED = "0100c90002"
            + "000c436f6e74656e742d54797065" + "00106170706c69636174696f6e2f6a736f6e"
            + "00084c6f636174696f6e" + "000b2f7061796d656e74732f31"
            + "7b226964223a317d";

    private final MemoryStore store = MemoryStore.create();
    private final AnswerCodec codec = new AnswerCodec(new ReplayedHeaders(List.of()), 1_000);

    @Test
    @DisplayName("A30 has the identity, the fingerprint and the answer that all versions give it")
    void neverChanges() throws IOException {
        Answer answer = Answer.of(
                201,
                List.of(
                        new Header("Content-Type", "application/json"),
                        new Header("Location", "/payments/1"),
                        new Header("Set-Cookie", "session=secret")),
                BODY);
        HttpGuard guard = HttpGuard.builder(Semel.on(store))
                .route(Route.builder("/payments", "payments.create").build())
                .build();
        Door.handle(guard, FakeExchange.with("order-17"), (body, context) -> CompletableFuture.completedFuture(answer))
                .orElseThrow()
                .toCompletableFuture()
                .join();
        StoredRecord record = store.browse(Query.first(10)).get(0);
        assertThat(record.id()).isEqualTo(new RecordId("payments.create", "alice|POST /payments", "order-17"));
        assertThat(record.fingerprint())
                .hasToString("b4422eb439a0f0cb913199709f4a9240d4394c11b99eda6ba4edf31577fe79d5");
        assertThat(record.result()).isNotNull().satisfies(result -> {
            assertThat(result.mediaType()).isEqualTo("application/x-semel-http-answer");
            assertThat(HexFormat.of().formatHex(result.bytes())).isEqualTo(ENCODED);
        });
    }

    @Test
    @DisplayName("A30 is read in the form of every version, and refused in that of a newer one")
    void isRead() {
        Answer answer = codec.decode(HexFormat.of().parseHex(ENCODED));
        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.header("Location")).contains("/payments/1");
        assertThat(answer.body()).isEqualTo(BODY);
        assertThatThrownBy(() -> codec.decode(HexFormat.of().parseHex("02" + ENCODED.substring(2))))
                .hasMessage("the stored answer has version 2; this version of Semel reads 1");
    }
}
