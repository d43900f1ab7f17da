package dev.semel.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.semel.lambda.event.Decoding;
import dev.semel.lambda.event.EventKeys;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("a part of an event")
class EventPartTest {
    private static final String INSIDE = "{\"order\": {\"id\": \"o-1\", \"total\": 12.50}}";

    private static JsonNode body(String text) {
        return JsonNodeFactory.instance.objectNode().put("body", text);
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(bytes);
        }
        return packed.toByteArray();
    }

    private static String key(String expression, JsonNode event) {
        return EventKeys.of(EventPart.jmesPath(expression).in(event));
    }

    @ParameterizedTest
    @ValueSource(strings = {"powertools_", "semel_"})
    @DisplayName("is found inside JSON, Base64 and gzip")
    void decodes(String prefix) throws IOException {
        byte[] utf8 = INSIDE.getBytes(StandardCharsets.UTF_8);
        assertThat(key(prefix + "json(body).order.id", body(INSIDE))).isEqualTo("o-1");
        assertThat(key(prefix + "json(" + prefix + "base64(body)).order.id", body(base64(utf8))))
                .isEqualTo("o-1");
        assertThat(key(prefix + "json(" + prefix + "base64_gzip(body)).order.id", body(base64(gzip(utf8)))))
                .isEqualTo("o-1");
        assertThat(key(prefix + "json(body).order.total", body(INSIDE))).isEqualTo("12.5");
    }

    @Test
    @DisplayName("that cannot be decoded is refused without quoting it")
    void undecodable() {
        for (String wrong :
                new String[] {"powertools_json(body)", "powertools_base64(body)", "powertools_base64_gzip(body)"}) {
            assertThatThrownBy(() -> key(wrong, body("{4111 1111")))
                    .as(wrong)
                    .isInstanceOf(IllegalArgumentException.class)
                    .satisfies(thrown -> assertThat(String.valueOf(thrown.getCause()) + thrown.getMessage())
                            .doesNotContain("4111"));
        }
        assertThatThrownBy(() -> key("powertools_base64_gzip(body)", body(base64(new byte[] {1, 2, 3}))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("gzip");
    }

    @Test
    @DisplayName("that decompresses to more than the limit is refused before it fills the memory")
    void bomb() throws IOException {
        String packed = base64(gzip(new byte[Decoding.MOST_BYTES + 1]));
        assertThatThrownBy(() -> key("powertools_base64_gzip(body)", body(packed)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("decompressed");
    }

    @Test
    @DisplayName("of the wrong type for a function is missing")
    void otherTypes() {
        assertThat(key("powertools_json(nothing).id", body(INSIDE))).isNull();
        assertThat(key("nothing.at.all", body(INSIDE))).isNull();
    }

    @Test
    @DisplayName("B1 may consist of several pointers: their order matters, the order of members inside does not")
    void several() {
        JsonNode one = RuntimeLoop.json("{\"a\": {\"x\": 1, \"y\": 2}, \"b\": 3}");
        JsonNode same = RuntimeLoop.json("{\"b\": 3.0, \"a\": {\"y\": 2, \"x\": 1}}");
        assertThat(key("[a, b]", one)).isEqualTo(key("[a, b]", same)).isNotEqualTo(key("[b, a]", one));
        String byPointers = EventKeys.of(EventPart.at("/a", "/b").in(one));
        assertThat(byPointers)
                .isEqualTo(EventKeys.of(EventPart.at("/a", "/b").in(same)))
                .isEqualTo(key("[a, b]", one));
        assertThat(EventKeys.of(EventPart.at("/c", "/d").in(one))).isNull();
    }

    @Test
    @DisplayName("is refused if its expression or pointer is invalid")
    void wrongExpressions() {
        assertThatThrownBy(() -> EventPart.jmesPath("orders[?")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> EventPart.jmesPath("no_such_function(a)"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> EventPart.at("orderId")).isInstanceOf(IllegalArgumentException.class);
    }
}
