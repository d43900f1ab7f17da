package dev.semel.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.semel.Codec;
import dev.semel.MismatchException;
import dev.semel.Operation;
import dev.semel.ResultNotKeptException;
import dev.semel.Semel;
import dev.semel.memory.MemoryStore;
import dev.semel.store.UnreadableRecordException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ReplayTest {
    private final Semel semel = Semel.on(MemoryStore.create());

    record Receipt(String id, BigDecimal amount) {}

    record Request(String order, BigDecimal amount, long sentAt) {}

    @AfterEach
    void close() {
        semel.close();
    }

    private <T> T replayed(Codec<T> codec, T value) {
        Operation<T> operation = semel.operation("replay", codec).build();
        String key = "key-" + System.nanoTime();
        assertThat(operation.once(key, "request", () -> value)).isSameAs(value);
        return operation.once(key, "request", () -> {
            throw new AssertionError("ran twice");
        });
    }

    @Test
    @DisplayName("A3 a List<Receipt> is replayed with Receipt elements")
    void list_of_receipts() {
        List<Receipt> receipts = List.of(new Receipt("a", new BigDecimal("1.10")), new Receipt("b", null));
        List<Receipt> replay = replayed(JsonCodec.of(new TypeReference<List<Receipt>>() {}), receipts);
        assertThat(replay).isEqualTo(receipts);
        Receipt first = replay.get(0);
        assertThat(first.amount()).isEqualTo(new BigDecimal("1.10"));
    }

    @Test
    @DisplayName("A3 null, 0, false, empty string, list and map are replayed unchanged; a string unquoted")
    void falsy() {
        assertThat(replayed(JsonCodec.of(Receipt.class), null)).isNull();
        assertThat(replayed(JsonCodec.of(String.class), null)).isNull();
        assertThat(replayed(JsonCodec.of(Void.class), null)).isNull();
        assertThat(replayed(JsonCodec.of(Integer.class), 0)).isZero();
        assertThat(replayed(JsonCodec.of(long.class), 0L)).isZero();
        assertThat(replayed(JsonCodec.of(Boolean.class), false)).isFalse();
        assertThat(replayed(JsonCodec.of(String.class), "")).isEmpty();
        assertThat(replayed(JsonCodec.of(String.class), "text")).isEqualTo("text");
        assertThat(replayed(JsonCodec.of(new TypeReference<List<Receipt>>() {}), List.of()))
                .isEmpty();
        assertThat(replayed(JsonCodec.of(new TypeReference<Map<String, Receipt>>() {}), Map.of()))
                .isEmpty();
    }

    @Test
    @DisplayName("A3 null for a primitive type is not stored, and the operation does not run again")
    void null_for_a_primitive() {
        Operation<Integer> operation =
                semel.operation("count", JsonCodec.of(int.class)).build();
        assertThatThrownBy(() -> operation.once("k", "r", () -> null)).isInstanceOf(ResultNotKeptException.class);
        assertThatThrownBy(() -> operation.once("k", "r", () -> 1)).isInstanceOf(ResultNotKeptException.class);
    }

    @Test
    @DisplayName("A21 a record that cannot be read as the type is an error, and the operation does not run")
    void unreadable() {
        semel.operation("changed", JsonCodec.of(String.class)).build().once("k", "r", () -> "text");
        Operation<Receipt> changed =
                semel.operation("changed", JsonCodec.of(Receipt.class)).build();
        assertThatThrownBy(() -> changed.once("k", "r", () -> new Receipt("x", null)))
                .isInstanceOf(UnreadableRecordException.class);
    }

    @Test
    @DisplayName("B4 a retry with another timestamp is a replay; another amount is a mismatch")
    void left_out_fields() {
        Operation<Receipt> pay = semel.operation("pay", JsonCodec.of(Receipt.class))
                .fingerprinter(JsonFingerprinter.standard().leavingOut("/sentAt"))
                .build();
        Receipt receipt = new Receipt("r", BigDecimal.TEN);
        assertThat(pay.once("k", new Request("o", new BigDecimal("10"), 1), () -> receipt))
                .isEqualTo(receipt);
        assertThat(pay.once("k", new Request("o", new BigDecimal("10.00"), 2), () -> new Receipt("second", null)))
                .isEqualTo(receipt);
        assertThatThrownBy(() -> pay.once("k", new Request("o", new BigDecimal("10.01"), 1), () -> receipt))
                .isInstanceOf(MismatchException.class);
    }

    @Test
    @DisplayName("B1 JSON text can be passed as its fingerprint, whatever fingerprinter the operation has")
    void json_text() {
        JsonFingerprinter json = JsonFingerprinter.standard();
        Operation<String> byValue = semel.operation("raw", Codec.text()).build();
        assertThat(byValue.once("k", json.ofJson("{\"a\":1,\"b\":2}"), () -> "first"))
                .isEqualTo("first");
        assertThat(byValue.once("k", json.ofJson("{ \"b\":2.0, \"a\":1 }"), () -> "second"))
                .isEqualTo("first");
    }
}
