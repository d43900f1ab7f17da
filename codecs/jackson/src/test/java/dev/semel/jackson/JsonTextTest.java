package dev.semel.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class JsonTextTest {
    private final JsonFingerprinter json = JsonFingerprinter.standard();

    @ParameterizedTest
    @DisplayName("B2 invalid JSON is rejected, and the message does not quote it")
    @ValueSource(
            strings = {
                "",
                "  ",
                "secret",
                "{\"secret\":",
                "{secret:1}",
                "{'secret':1}",
                "[1,]",
                "{\"secret\":1,}",
                "01",
                "+1",
                ".5",
                "5.",
                "NaN",
                "Infinity",
                "\"secret",
                "\"secret\nline\"",
                "\"\\x secret\"",
                "// secret\n1",
                "/* secret */1",
                "{\"a\":1} secret",
                "1 2",
                "{}{}",
                "[secret]",
                "nul",
                "tru",
                "\"\\ud8zz\"",
                "{\"a\" \"secret\"}",
                "\u0000",
                "1;",
                "\ufeff\ufeff1"
            })
    void invalid(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> json.ofJson(text))
                .withMessageMatching("(?s).*(JSON).*")
                .withMessageNotContaining("secret")
                .withNoCause();
    }

    @Test
    @DisplayName("B2 a repeated member is rejected, at any depth and however it is escaped")
    void duplicates() {
        for (String text : List.of(
                "{\"secret\":1,\"secret\":1}",
                "[{\"x\":{\"secret\":1,\"b\":2,\"s\\u0065cret\":3}}]",
                "{\"\":0,\"\":1}")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> json.ofJson(text))
                    .withMessageContaining("repeats a member")
                    .withMessageNotContaining("secret")
                    .withNoCause();
        }
    }

    @Test
    @DisplayName("B2 bytes that are not UTF-8 are rejected, even if a lenient reader accepts them")
    void not_utf8() {
        byte[][] wrong = {
            {'"', (byte) 0xff, '"'},
            {'"', (byte) 0xc0, (byte) 0x80, '"'},
            {'"', (byte) 0xed, (byte) 0xa0, (byte) 0x80, '"'},
            {'"', (byte) 0xc3, '"'},
            "{\"a\":1}".getBytes(StandardCharsets.UTF_16LE),
        };
        for (byte[] bytes : wrong) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> json.ofJson(bytes))
                    .withMessageContaining("JSON")
                    .withNoCause();
        }
        assertThat(json.ofJson("\ufeff{}".getBytes(StandardCharsets.UTF_8)))
                .as("a byte order mark")
                .isEqualTo(json.ofJson("{}"));
    }

    @Test
    @DisplayName("B2 nesting is bounded for text, trees and objects")
    void nesting() {
        for (String open : List.of("[", "{\"a\":")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> json.ofJson(open.repeat(100_000)))
                    .withMessageContaining("limit")
                    .withNoCause();
        }
        JsonNode tree = JsonNodeFactory.instance.arrayNode();
        Object object = List.of();
        for (int i = 0; i < 100_000; i++) {
            tree = JsonNodeFactory.instance.arrayNode().add(tree);
            object = Arrays.asList(object);
        }
        JsonNode deepTree = tree;
        Object deepObject = object;
        assertThatIllegalArgumentException().isThrownBy(() -> json.of(deepTree)).withMessageContaining("nested");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> json.of(deepObject))
                .withMessageContaining("cannot write a ");
        assertThat(json.ofJson("[".repeat(1000) + "]".repeat(1000))).isNotNull();
    }
}
