package dev.semel.http.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.http.request.KeyField.Reading;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("a key in a header")
class KeyFieldTest {

    @ParameterizedTest
    @DisplayName("C3 is the same bare and quoted, with escapes decoded and parameters ignored")
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "abc ~ abc",
                "\"abc\" ~ abc",
                "` \"abc\" ` ~ abc",
                "\"a\\\"b\\\\c\" ~ a\"b\\c",
                "\"a, b; c\" ~ a, b; c",
                "abc;v=1 ~ abc",
                "\"abc\";v=\"x\";w ~ abc",
                "8e03978e-40d5-43dd-bc93-6894a57f9324 ~ 8e03978e-40d5-43dd-bc93-6894a57f9324",
                "a+/=b ~ a+/=b"
            })
    void present(String line, String key) {
        assertThat(KeyField.read(List.of(line))).isEqualTo(new Reading.Present(key));
    }

    @ParameterizedTest
    @DisplayName("C2 is refused if it is empty, repeated, not printable ASCII, or neither a word nor a string")
    @ValueSource(
            strings = {
                "",
                "  ",
                "\"\"",
                "a,b",
                "\"a\", \"b\"",
                "\"a",
                "a\"",
                "\"a\\n\"",
                "\"a\\",
                "a b",
                "\"a\" b",
                "\"a\"b",
                "a\tb",
                "caf\u00e9",
                "\u0000",
                ";v=1"
            })
    void malformed(String line) {
        assertThat(KeyField.read(List.of(line))).isInstanceOf(Reading.Malformed.class);
    }

    @Test
    @DisplayName("C2 is missing without a line, and refused with two lines or more than 255 bytes")
    void missingSeveralTooLong() {
        assertThat(KeyField.read(List.of())).isInstanceOf(Reading.Missing.class);
        assertThat(KeyField.read(List.of("a", "a"))).isInstanceOf(Reading.Malformed.class);
        assertThat(KeyField.read(List.of("a".repeat(255)))).isInstanceOf(Reading.Present.class);
        assertThat(KeyField.read(List.of("a".repeat(256)))).isInstanceOf(Reading.Malformed.class);
    }

    @Test
    @DisplayName("is read or refused for any input, and the reason never repeats the input")
    void fuzz() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        String alphabet = "\"\\;,= ab\tc\u00e9~0";
        for (int i = 0; i < 200_000; i++) {
            StringBuilder line = new StringBuilder();
            for (int length = random.nextInt(12); length > 0; length--) {
                line.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            Reading reading = KeyField.read(List.of(line.toString()));
            if (reading instanceof Reading.Present present) {
                assertThat(present.key()).as("seed %d", seed).isNotEmpty().matches("[ -~]+");
                String quoted = "\"" + present.key().replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
                assertThat(KeyField.read(List.of(quoted))).as("seed %d", seed).isEqualTo(reading);
            }
        }
    }
}
