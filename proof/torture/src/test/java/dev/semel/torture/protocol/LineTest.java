package dev.semel.torture.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.testkit.history.Line;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("torture")
@DisplayName("a line of a journal")
class LineTest {

    @Test
    @DisplayName("reads back as it was written")
    void readsBack() {
        Line line = Line.of(
                "text", "a \"b\" \\ \u0001 ü", "number", -12, "zero", 0, "left out", null, "not a number", "007");

        assertThat(line.json())
                .isEqualTo(
                        "{\"text\":\"a \\\"b\\\" \\\\ \\u0001 ü\",\"number\":-12,\"zero\":0,\"not a number\":\"007\"}");
        Line same = Line.parse(line.json());
        assertThat(same.json()).isEqualTo(line.json());
        assertThat(same.text("text")).isEqualTo("a \"b\" \\ \u0001 ü");
        assertThat(same.number("number")).isEqualTo(-12);
        assertThat(same.find("left out")).isNull();
    }

    @Test
    @DisplayName("that was torn is refused")
    void torn() {
        assertThatThrownBy(() -> Line.parse("{\"k\":\"CAL")).isInstanceOf(IllegalArgumentException.class);
    }
}
