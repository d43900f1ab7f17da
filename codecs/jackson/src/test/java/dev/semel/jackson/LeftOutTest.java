package dev.semel.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LeftOutTest {
    private final JsonFingerprinter json = JsonFingerprinter.standard();

    record Order(String id, Map<String, Object> meta) {}

    @ParameterizedTest
    @DisplayName("B4 left-out fields are not significant, present or missing")
    @CsvSource(
            delimiter = '|',
            value = {
                "/sentAt | {\"id\":1,\"sentAt\":5} | {\"id\":1}",
                "/meta/trace | {\"id\":1,\"meta\":{\"trace\":\"x\",\"k\":1}} | {\"id\":1,\"meta\":{\"k\":1}}",
                "/meta | {\"id\":1,\"meta\":{\"deep\":[1,{}]}} | {\"id\":1}",
                "/items/1/t | {\"items\":[{\"t\":1},{\"t\":2,\"a\":3}]} | {\"items\":[{\"t\":1},{\"a\":3}]}",
                "/items/0 | {\"items\":[1,2]} | {\"items\":[9,2]}",
                "/a~1b | {\"a/b\":1,\"c\":2} | {\"c\":2}",
                "/m~0n | {\"m~n\":1,\"c\":2} | {\"c\":2}",
                "/~01 | {\"~1\":1,\"c\":2} | {\"c\":2}",
                "/0 | {\"0\":1,\"c\":2} | {\"c\":2}",
                "/ | {\"\":1,\"c\":2} | {\"c\":2}",
                "/a/ | {\"a\":{\"\":1,\"c\":2}} | {\"a\":{\"c\":2}}",
                "/é | {\"é\":1,\"c\":2} | {\"c\":2}",
            })
    void left_out(String pointer, String one, String other) {
        JsonFingerprinter without = json.leavingOut(pointer);
        assertThat(without.ofJson(one)).isEqualTo(without.ofJson(other));
        assertThat(json.ofJson(one)).isNotEqualTo(json.ofJson(other));
    }

    @ParameterizedTest
    @DisplayName("B4 a pointer to nothing changes nothing")
    @ValueSource(
            strings = {
                "/none",
                "/id/deeper",
                "/items/2",
                "/items/-",
                "/items/01",
                "/items/+1",
                "/items/a",
                "/items/99999999999",
                "/x~1y"
            })
    void pointer_to_nothing(String pointer) {
        String sent = "{\"id\":1,\"items\":[1,2]}";
        assertThat(json.leavingOut(pointer).ofJson(sent)).isEqualTo(json.ofJson(sent));
    }

    @Test
    @DisplayName("B4 indexes refer to the array as it was sent, and pointers accumulate")
    void several_indexes() {
        JsonFingerprinter without = json.leavingOut("/0", "/1").leavingOut("/3/a");
        assertThat(without.canonicalOfJson("[1,2,3,{\"a\":1,\"b\":2}]")).isEqualTo("[3,{\"b\":2}]");
        assertThat(json.canonicalOfJson("[1]")).as("the one it came from").isEqualTo("[1]");
    }

    @Test
    @DisplayName("B4 fields of a request object are left out too, and its tree is not changed")
    void left_out_of_objects() {
        JsonFingerprinter without = json.leavingOut("/meta/trace");
        Order one = new Order("1", Map.of("trace", "a"));
        Order other = new Order("1", Map.of("trace", "b"));
        assertThat(without.of(one)).isEqualTo(without.of(other));
        JsonNode tree = new ObjectMapper().valueToTree(one);
        JsonNode copy = tree.deepCopy();
        without.of(tree);
        assertThat(tree).isEqualTo(copy);
    }

    @Test
    @DisplayName("B4 invalid pointers are rejected when built, all together")
    void wrong_pointers() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> json.leavingOut("a", "/ok", "/x~2", "/y~", null))
                .withMessageContainingAll("\"a\"", "\"/x~2\"", "\"/y~\"", "null")
                .withMessageNotContaining("/ok");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> json.leavingOut(""))
                .withMessageContaining("whole document");
        assertThatIllegalArgumentException().isThrownBy(() -> json.leavingOut()).withMessageContaining("at least one");
    }
}
