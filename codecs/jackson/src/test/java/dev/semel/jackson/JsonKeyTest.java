package dev.semel.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import dev.semel.Codec;
import dev.semel.InvalidKeyException;
import dev.semel.Keys;
import dev.semel.MismatchException;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.memory.MemoryStore;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class JsonKeyTest {
    private final JsonKey id = JsonKey.at("/id");

    record Payment(String orderId, long amount) {}

    @ParameterizedTest
    @DisplayName("B3 null, missing and empty values, and containers of only those, are no key")
    @ValueSource(
            strings = {
                "null",
                "[]",
                "{}",
                "1",
                "\"text\"",
                "{\"other\":1}",
                "{\"id\":null}",
                "{\"id\":\"\"}",
                "{\"id\":[]}",
                "{\"id\":{}}",
                "{\"id\":{\"a\":null,\"b\":null}}",
                "{\"id\":[null,null]}",
                "{\"id\":{\"a\":{\"b\":[\"\"]}}}",
                "{\"Id\":1}"
            })
    void missing(String payload) {
        assertThat(id.ofJson(payload)).isNull();
    }

    @ParameterizedTest(name = "{0} is {1}")
    @DisplayName("B3 0 and false are keys; a string is the key unchanged; a number is its canonical text")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "0 | 0",
                "-0.0 | 0",
                "false | false",
                "true | true",
                "\"abc-1\" | abc-1",
                "\" \" | ` `",
                "\"null\" | null",
                "\"é😀\" | é😀",
                "\"a\\/b\" | a/b",
                "12345678901234567890 | 12345678901234567890",
                "1.50 | 1.5",
                "1e30 | 1e+30",
            })
    void scalars(String value, String key) {
        assertThat(id.ofJson("{\"id\":" + value + "}")).isEqualTo(key);
    }

    @Test
    @DisplayName("B3 the number 1 and the string \"1\" are the same key alone, and different among several values")
    void number_and_text() {
        assertThat(id.ofJson("{\"id\":1}"))
                .isEqualTo(id.ofJson("{\"id\":\"1\"}"))
                .isEqualTo("1");
        JsonKey several = JsonKey.at("/id", "/tenant");
        assertThat(several.ofJson("{\"id\":1,\"tenant\":1}"))
                .isNotEqualTo(several.ofJson("{\"id\":\"1\",\"tenant\":1}"));
    }

    @Test
    @DisplayName(
            "B6 a string that is no valid key is returned unchanged, for the operation to reject; several values yield a derived key")
    void text_that_does_not_fit() {
        String most = "x".repeat(255);
        assertThat(id.of(Map.of("id", most))).isEqualTo(most);
        Operation<String> operation = Semel.on(MemoryStore.create())
                .operation("payments.create", Codec.text())
                .build();
        for (String text :
                new String[] {most + "x", "é".repeat(128), "a\nb", "a\u0000", "a\u0085", "a\ud83d", "a\ude00"}) {
            String key = id.of(Map.of("id", text));
            assertThat(key).isEqualTo(text);
            assertThatThrownBy(() -> operation.once(key, null, () -> "ran")).isInstanceOf(InvalidKeyException.class);
            assertThat(JsonKey.at("/id", "/tenant").of(Map.of("id", text))).matches("[0-9a-f]{64}");
        }
        assertThat(Keys.fits(id.ofJson("{\"id\":" + "9".repeat(300) + "}"))).isFalse();
    }

    @Test
    @DisplayName("B3 objects and arrays yield a key derived from their canonical form")
    void containers() {
        String key = id.ofJson("{\"id\":{\"a\":1.0,\"b\":[0]}}");
        assertThat(key)
                .isEqualTo(id.ofJson("{\"id\":{\"b\":[0],\"a\":1}}"))
                .isEqualTo(Keys.derive("semel.json.key", "{\"a\":1,\"b\":[0]}"));
        assertThat(id.ofJson("{\"id\":[1,2]}")).isNotEqualTo(id.ofJson("{\"id\":[2,1]}"));
        assertThat(id.ofJson("{\"id\":[0]}")).isNotNull();
        assertThat(id.ofJson("{\"id\":{\"a\":false}}")).isNotNull();
        assertThat(id.ofJson("{\"id\":[1,2]}")).as("not its own text").isNotEqualTo(id.ofJson("{\"id\":\"[1,2]\"}"));
    }

    @Test
    @DisplayName(
            "B3 several pointers yield one derived key; order and boundaries are significant; there is no key only if all are missing")
    void several() {
        JsonKey both = JsonKey.at("/tenant", "/order/id");
        String key = both.ofJson("{\"tenant\":\"a\",\"order\":{\"id\":\"bc\"}}");
        assertThat(key).matches("[0-9a-f]{64}");
        assertThat(both.ofJson("{\"tenant\":\"ab\",\"order\":{\"id\":\"c\"}}")).isNotEqualTo(key);
        assertThat(JsonKey.at("/order/id", "/tenant").ofJson("{\"tenant\":\"a\",\"order\":{\"id\":\"bc\"}}"))
                .isNotEqualTo(key);
        assertThat(both.ofJson("{\"tenant\":null,\"order\":{}}")).isNull();
        assertThat(both.ofJson("{\"tenant\":\"a\"}"))
                .isNotNull()
                .isEqualTo(both.ofJson("{\"tenant\":\"a\",\"order\":{\"id\":null}}"));
    }

    @Test
    @DisplayName("B3 pointers traverse objects and arrays, with escapes; the empty one refers to the whole payload")
    void pointers() {
        assertThat(JsonKey.at("/lines/1/a~1b").ofJson("{\"lines\":[{},{\"a/b\":\"x\"}]}"))
                .isEqualTo("x");
        assertThat(JsonKey.at("/m~0n").ofJson("{\"m~n\":\"x\"}")).isEqualTo("x");
        assertThat(JsonKey.at("/0").ofJson("{\"0\":\"x\"}")).isEqualTo("x");
        assertThat(JsonKey.at("/01").ofJson("[1,2]")).isNull();
        assertThat(JsonKey.at("/9999999999").ofJson("[1,2]")).isNull();
        assertThat(JsonKey.at("").ofJson("\"x\"")).isEqualTo("x");
        assertThat(JsonKey.at("").ofJson("{}")).isNull();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JsonKey.at("id", "/ok", "/~"))
                .withMessageContainingAll("\"id\"", "\"/~\"");
        assertThatIllegalArgumentException().isThrownBy(JsonKey::at);
    }

    @Test
    @DisplayName("B3 the payload may be an object, a tree, text or bytes, with the application's mapper")
    void payloads() {
        Payment payment = new Payment("o-1", 5);
        ObjectMapper snake = new ObjectMapper().setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE);
        assertThat(JsonKey.at("/orderId").of(payment)).isEqualTo("o-1");
        assertThat(JsonKey.at("/order_id").with(snake).of(payment)).isEqualTo("o-1");
        assertThat(JsonKey.at("/order_id").of(snake.valueToTree(payment))).isEqualTo("o-1");
        assertThat(id.ofJson("{\"id\":\"x\"}".getBytes(StandardCharsets.UTF_8))).isEqualTo("x");
        assertThat(id.of(null)).isNull();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> id.of(new byte[0]))
                .withMessageContaining("ofJson");
    }

    @Test
    @DisplayName("B3 an operation uses the key: a missing one follows the policy, another payload is a mismatch")
    void with_an_operation() {
        Operation<String> pay = Semel.on(MemoryStore.create())
                .operation("pay", Codec.text())
                .fingerprinter(JsonFingerprinter.standard())
                .build();
        JsonKey key = JsonKey.at("/orderId");
        Payment payment = new Payment("o-1", 5);
        assertThat(pay.once(key.of(payment), payment, () -> "first")).isEqualTo("first");
        assertThat(pay.once(key.of(payment), Map.of("amount", 5.0, "orderId", "o-1"), () -> "second"))
                .isEqualTo("first");
        assertThatThrownBy(() -> pay.once(key.of(payment), new Payment("o-1", 6), () -> "third"))
                .isInstanceOf(MismatchException.class);
        Payment without = new Payment("", 5);
        assertThatThrownBy(() -> pay.once(key.of(without), without, () -> "fourth"))
                .isInstanceOf(InvalidKeyException.class);
    }
}
