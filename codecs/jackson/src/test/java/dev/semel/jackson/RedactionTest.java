package dev.semel.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Codec;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("a redaction")
class RedactionTest {

    /** A result with a secret. */
    record Receipt(int id, @Nullable String token) {}

    private static String redact(String json, String... pointers) {
        return new String(Redaction.of(pointers).json(json.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
    }

    @ParameterizedTest(name = "of {1} makes {2} of {0}")
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "{\"a\":1,\"b\":2}; /a; {\"b\":2}",
                "{\"a\":{\"b\":1,\"c\":2}}; /a/b; {\"a\":{\"c\":2}}",
                "[{\"a\":1},{\"a\":2,\"b\":3}]; /*/a; [{},{\"b\":3}]",
                "{\"x\":{\"s\":1},\"y\":{\"s\":2}}; /*/s; {\"x\":{},\"y\":{}}",
                "[1,2,3]; /1; [1,null,3]",
                "[1,2]; /*; [null,null]",
                "{\"a\": 1.50 }; /b; {\"a\": 1.50 }",
                "{\"n\":10.00,\"s\":1}; /s; {\"n\":10.00}",
                "7; /a; 7",
                "{\"a/b\":1}; /a~1b; {}"
            })
    void each(String json, String pointer, String expected) {
        assertThat(redact(json, pointer)).isEqualTo(expected);
    }

    @Test
    @DisplayName("in a codec stores less, and decodes what is stored")
    void codec() {
        Codec<Receipt> codec = Redaction.of("/token").in(JsonCodec.of(Receipt.class));
        byte[] stored = codec.encode(new Receipt(1, "secret"));
        assertThat(new String(stored, StandardCharsets.UTF_8)).isEqualTo("{\"id\":1}");
        assertThat(codec.decode(stored)).isEqualTo(new Receipt(1, null));
        assertThat(codec.mediaType()).isEqualTo("application/json");
    }

    @Test
    @DisplayName("refuses pointers that are invalid or refer to the whole document, and text that is not JSON")
    void refuses() {
        assertThatThrownBy(() -> Redaction.of("a", "/b~"))
                .hasMessageContaining("\"a\"")
                .hasMessageContaining("\"/b~\"");
        assertThatThrownBy(() -> Redaction.of("")).hasMessageContaining("whole document");
        for (String text : List.of("{\"token\":\"secret\"", "", "{\"a\":1,\"a\":2}")) {
            assertThatThrownBy(() -> redact(text, "/token"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageNotContaining("secret");
        }
    }
}
