package dev.semel.boot.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.semel.boot.StoreAddress;
import dev.semel.policy.Policy;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the property metadata, which IDEs and the reference of settings use")
class MetadataTest {
    private static final JsonNode METADATA = read();

    private static JsonNode read() {
        try {
            for (URL each : MetadataTest.class
                    .getClassLoader()
                    .resources("META-INF/spring-configuration-metadata.json")
                    .toList()) {
                JsonNode found = read(each);
                if (found.toString().contains("\"semel.store\"")) {
                    return found;
                }
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        throw new AssertionError("there is no metadata of Semel");
    }

    private static JsonNode read(URL file) throws IOException {
        try (InputStream in = file.openStream()) {
            return new ObjectMapper().readTree(in);
        }
    }

    private static Map<String, JsonNode> properties() {
        Map<String, JsonNode> all = new TreeMap<>();
        METADATA.get("properties").forEach(each -> all.put(each.get("name").asText(), each));
        return all;
    }

    private static List<String> hints(String name) {
        return StreamSupport.stream(METADATA.get("hints").spliterator(), false)
                .filter(hint -> hint.get("name").asText().equals(name))
                .flatMap(hint -> StreamSupport.stream(hint.get("values").spliterator(), false))
                .map(value -> value.get("value").asText())
                .toList();
    }

    @Test
    @DisplayName("describes each property in a sentence")
    void descriptions() {
        assertThat(properties())
                .hasSizeGreaterThan(40)
                .allSatisfy((name, property) -> assertThat(
                                property.path("description").asText())
                        .as(name)
                        .hasSizeGreaterThan(15));
        assertThat(properties().get("semel.operations").get("type").asText())
                .isEqualTo("java.util.Map<java.lang.String,java.lang.String>");
    }

    @Test
    @DisplayName("has hints for addresses, and for the settings and values of policies")
    void hints() {
        assertThat(hints("semel.store")).hasSizeGreaterThan(6).allSatisfy(StoreAddress::of);
        assertThat(hints("semel.operations.keys"))
                .containsExactlyInAnyOrderElementsOf(
                        Policy.settings().stream().map("<name>."::concat).toList());
        assertThat(hints("semel.operations.values")).contains("run-again", "hold", "wait(5s)", "run-unprotected");
    }

    @Test
    @DisplayName("has hints for properties that exist")
    void known() {
        Set<String> hinted = StreamSupport.stream(METADATA.get("hints").spliterator(), false)
                .map(hint -> hint.get("name").asText().replaceAll("\\.(keys|values)$", ""))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(properties().keySet()).containsAll(hinted);
    }
}
