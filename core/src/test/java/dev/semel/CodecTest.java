package dev.semel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a codec of the core")
class CodecTest {

    enum Weekday {
        MONDAY {
            @Override
            int hours() {
                return 8;
            }
        },
        SUNDAY;

        int hours() {
            return 0;
        }
    }

    @Test
    @DisplayName("A3 restores text unchanged: empty, quoted, with zeros and beyond the first plane")
    void text() {
        for (String text : new String[] {"", "\"quoted\"", "a\u0000b", "\uD83D\uDE00", "null"}) {
            assertThat(Codec.text().decode(Codec.text().encode(text))).isEqualTo(text);
        }
    }

    @Test
    @DisplayName("refuses text that UTF-8 can't hold instead of changing it")
    void halfSurrogate() {
        assertThatThrownBy(() -> Codec.text().encode("\uD83D")).hasMessageContaining("surrogate");
    }

    @Test
    @DisplayName("A3 restores constants by their names, including those with a body")
    void constants() {
        Codec<Weekday> codec = Codec.constants(Weekday.class);
        for (Weekday day : Weekday.values()) {
            assertThat(codec.decode(codec.encode(day))).isEqualTo(day);
        }
        assertThat(Codec.constants(TimeUnit.class).decode("DAYS".getBytes(java.nio.charset.StandardCharsets.UTF_8)))
                .isEqualTo(TimeUnit.DAYS);
    }

    @Test
    @SuppressWarnings({"unchecked", "rawtypes", "GetClassOnEnum"})
    @DisplayName("A3 refuses a class that is not itself an enum when it is created")
    void notAnEnum() {
        Class<Weekday> body = (Class<Weekday>) (Class) Weekday.MONDAY.getClass();
        assertThatThrownBy(() -> Codec.constants(body)).hasMessageContaining("the enum's own class");
    }
}
