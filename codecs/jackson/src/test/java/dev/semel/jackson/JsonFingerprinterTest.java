package dev.semel.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.semel.Fingerprint;
import dev.semel.Keys;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class JsonFingerprinterTest {
    private final JsonFingerprinter json = JsonFingerprinter.standard();

    record Line(String sku, int count) {}

    record Order(String id, BigDecimal amount, List<Line> lines, Map<String, Object> meta) {}

    record Tagged(Set<Object> tags) {}

    record WithRaw(@JsonRawValue String body) {}

    record Timed(Instant at) {}

    @Test
    @DisplayName("B1 the order of members is not significant at any depth")
    void member_order() {
        assertThat(json.ofJson("{\"a\":1,\"b\":{\"c\":[{\"d\":1,\"e\":2}],\"f\":null}}"))
                .isEqualTo(json.ofJson(" { \"b\" : {\"f\":null, \"c\":[ {\"e\":2,\"d\":1} ] }, \"a\" : 1 }\n"));
    }

    @Test
    @DisplayName("B1 the order of an array is significant")
    void array_order() {
        assertThat(json.ofJson("{\"a\":[1,2]}")).isNotEqualTo(json.ofJson("{\"a\":[2,1]}"));
        assertThat(json.ofJson("[[1],[2]]")).isNotEqualTo(json.ofJson("[[2],[1]]"));
    }

    @Test
    @DisplayName("B1 a request object, its tree and its text have the same fingerprint")
    void object_tree_text() throws Exception {
        Order order = new Order("o-1", new BigDecimal("12.50"), List.of(new Line("é", 2)), Map.of("x", 0.1, "y", 0.1f));
        ObjectMapper mapper = new ObjectMapper();
        Fingerprint fingerprint = json.of(order);
        assertThat(json.ofJson(mapper.writeValueAsString(order))).isEqualTo(fingerprint);
        assertThat(json.ofJson(mapper.writeValueAsBytes(order))).isEqualTo(fingerprint);
        assertThat(json.of(mapper.valueToTree(order))).isEqualTo(fingerprint);
        assertThat(json.of(new TreeMap<>(Map.of(
                        "id",
                        "o-1",
                        "amount",
                        12.5,
                        "lines",
                        List.of(Map.of("count", 2L, "sku", "é")),
                        "meta",
                        Map.of("y", 0.1, "x", 0.1)))))
                .isEqualTo(fingerprint);
    }

    @Test
    @DisplayName("B1 the order of a Java set is not significant")
    void sets() {
        Set<Object> forwards = new LinkedHashSet<>();
        Set<Object> backwards = new HashSet<>(1024);
        IntStream.range(0, 40).forEach(i -> forwards.add(List.of("k" + i, Map.of("a", i, "b", 1.5f))));
        IntStream.range(0, 40)
                .map(i -> 39 - i)
                .forEach(i -> backwards.add(List.of("k" + i, Map.of("b", 1.5f, "a", i))));
        assertThat(json.of(new Tagged(forwards))).isEqualTo(json.of(new Tagged(backwards)));
        assertThat(json.of(forwards)).isEqualTo(json.of(backwards));
        assertThat(json.of(Map.of("tags", new LinkedHashSet<>(List.of("b", "a")))))
                .isEqualTo(json.ofJson("{\"tags\":[\"a\",\"b\"]}"));
        assertThat(json.of(new Tagged(Set.of()))).isEqualTo(json.ofJson("{\"tags\":[]}"));
        assertThat(json.of(List.of("b", "a"))).isNotEqualTo(json.of(List.of("a", "b")));
    }

    @Test
    @DisplayName("B1 the canonical text of RFC 8785's example, except for the number that the RFC rounds")
    void rfc_example() {
        String sent = "{\"numbers\":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"
                + "\"string\":\"\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\\"\\/\","
                + "\"literals\":[null,true,false]}";
        assertThat(json.canonicalOfJson(sent))
                .isEqualTo("{\"literals\":[null,true,false],\"numbers\":[333333333.33333329,1e+30,4.5,0.002,1e-27],"
                        + "\"string\":\"€$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}");
    }

    @Test
    @DisplayName("B1 names are sorted by UTF-16 units, as in RFC 8785")
    void name_order() {
        assertThat(
                        json.canonicalOfJson(
                                "{\"\\u20ac\":1,\"\\r\":2,\"\\ufb33\":3,\"1\":4,\"\\ud83d\\ude00\":5,\"\\u0080\":6,\"\\u00f6\":7}"))
                .isEqualTo("{\"\\r\":2,\"1\":4,\"\u0080\":6,\"ö\":7,\"€\":1,\"\ud83d\ude00\":5,\"\ufb33\":3}");
    }

    @Test
    @DisplayName("B2 escapes and whitespace are not significant")
    void escapes() {
        assertThat(json.ofJson("\"\\u0041\\/\\u00e9\\ud83d\\ude00\"")).isEqualTo(json.ofJson("\t\"A/é😀\" \r\n"));
        assertThat(json.ofJson("\"\\u0000\\u0008\\t\\n\\f\\r\\u001f\\u007f\""))
                .isEqualTo(json.of("\0\b\t\n\f\r\u001f\u007f"));
        assertThat(json.canonical("\0\b\t\n\f\r\u001f\u007f\u2028"))
                .isEqualTo("\"\\u0000\\b\\t\\n\\f\\r\\u001f\u007f\u2028\"");
        assertThat(json.ofJson("{\"\\u0061\":1}")).isEqualTo(json.ofJson("{\"a\":1}"));
    }

    @Test
    @DisplayName("B2 half a surrogate pair equals neither a question mark nor the text of its escape")
    void lone_surrogates() {
        Fingerprint half = json.of("a\ud83d");
        assertThat(json.ofJson("\"a\\ud83d\"")).isEqualTo(half);
        assertThat(Set.of(
                        half,
                        json.of("a?"),
                        json.of("a\ufffd"),
                        json.of("a\\ud83d"),
                        json.of("a\ude00"),
                        json.of("\ud83da")))
                .hasSize(6);
        assertThat(json.canonical(Map.of("\ude00\ud83d", "\ud83d"))).isEqualTo("{\"\\ude00\\ud83d\":\"\\ud83d\"}");
    }

    @Test
    @DisplayName("B2 values of different types that look alike are different")
    void kinds_differ() {
        List<String> different = List.of(
                "null",
                "\"null\"",
                "1",
                "\"1\"",
                "true",
                "\"true\"",
                "[]",
                "{}",
                "\"\"",
                "[null]",
                "0",
                "false",
                "{\"a\":null}",
                "\"é\"",
                "\"e\u0301\"");
        assertThat(different.stream().map(json::ofJson).distinct()).hasSameSizeAs(different);
    }

    @Test
    @DisplayName("B2 a String is a JSON string, JSON text goes through ofJson")
    void strings_and_text() {
        assertThat(json.of("{\"a\":1}")).isNotEqualTo(json.ofJson("{\"a\":1}"));
        assertThat(json.of("{\"a\":1}")).isEqualTo(json.ofJson("\"{\\\"a\\\":1}\""));
        assertThat(json.of(null)).isEqualTo(json.ofJson("null"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> json.of(new byte[] {1}))
                .withMessageContaining("ofJson");
    }

    @Test
    @DisplayName("B2 a fingerprint is returned unchanged")
    void taken_as_it_is() {
        Fingerprint known = Fingerprint.ofText("known");
        assertThat(json.of(known)).isSameAs(known);
    }

    @Test
    @DisplayName("B2 the fingerprint of JSON is pinned, and differs from that of other content")
    void pinned() {
        String canonical = "{\"a\":[1,\"é\"]}";
        assertThat(json.ofJson("{\"a\": [1.0, \"\\u00e9\"]}")).isEqualTo(Fingerprint.ofParts("semel.json", canonical));
        assertThat(json.ofJson(canonical))
                .isNotEqualTo(Fingerprint.ofText(canonical))
                .isNotEqualTo(Fingerprint.of(canonical.getBytes(StandardCharsets.UTF_8)));
        assertThat(json.ofJson(canonical).toString()).isNotEqualTo(Keys.derive(canonical));
        assertThat(json.ofJson(canonical).toString())
                .isEqualTo("4b8eaf550195781df69704bb3fb200c6c0e0176736e540859c6a35d02ce4559f");
    }

    @Test
    @DisplayName("B2 an object that the mapper cannot write is rejected, without its values in the message")
    void not_writable() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> json.of(new Timed(Instant.EPOCH)))
                .withMessageContainingAll("Timed", "/at", "jackson-datatype-jsr310")
                .withNoCause();
        Map<String, Object> self = new LinkedHashMap<>();
        self.put("secret", new Timed(Instant.EPOCH));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> json.of(self))
                .withMessageContaining("/*/at")
                .withMessageNotContaining("secret");
    }

    @Test
    @DisplayName("B2 a raw member is compared by its canonical form")
    void raw_members() {
        assertThat(json.of(new WithRaw("{\"b\":1.0,\"a\":2}"))).isEqualTo(json.ofJson("{\"body\":{\"a\":2,\"b\":1}}"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> json.of(new WithRaw("secret")))
                .withMessageNotContaining("secret");
    }

    @Test
    @DisplayName("B2 bytes in an object are compared as Base64, as Jackson writes them")
    void binary_members() {
        assertThat(json.of(Map.of("b", new byte[] {1, 2, 3}))).isEqualTo(json.ofJson("{\"b\":\"AQID\"}"));
    }

    @Test
    @DisplayName("B2 the application's mapper provides modules and names, and later changes to it have no effect")
    void own_mapper() {
        JsonMapper mapper = JsonMapper.builder().addModule(new JavaTimeModule()).build();
        JsonFingerprinter own = JsonFingerprinter.with(mapper);
        Fingerprint before = own.of(new Line("s", 1));
        mapper.setPropertyNamingStrategy(PropertyNamingStrategies.UPPER_CAMEL_CASE);
        assertThat(own.of(new Line("s", 1))).isEqualTo(before).isEqualTo(json.ofJson("{\"sku\":\"s\",\"count\":1}"));
        assertThat(own.of(new Timed(Instant.ofEpochSecond(1, 5)))).isEqualTo(json.ofJson("{\"at\":1.000000005}"));
        assertThat(JsonFingerprinter.with(mapper).of(new Line("s", 1)))
                .isEqualTo(json.ofJson("{\"Sku\":\"s\",\"Count\":1}"));
    }
}
