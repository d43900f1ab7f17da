package dev.semel.jackson;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Random documents. A failure prints the seed; put it into {@link #SEED} to see it again. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ShuffledDocumentsTest {
    private static final long SEED = new Random().nextLong();
    private static final int DOCUMENTS = 2000;
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final Random random = new Random(SEED);
    private final JsonFingerprinter json = JsonFingerprinter.standard();

    @Test
    @DisplayName("B1 members shuffled at all depths keep the fingerprint, as a tree and as text")
    void shuffled_members() throws Exception {
        for (int i = 0; i < DOCUMENTS; i++) {
            JsonNode document = document(4);
            JsonNode shuffled = shuffled(document);
            assertThat(json.of(shuffled)).as("seed %d, document %d", SEED, i).isEqualTo(json.of(document));
            assertThat(json.ofJson(new ObjectMapper().writeValueAsString(shuffled)))
                    .as("seed %d, document %d as text", SEED, i)
                    .isEqualTo(json.of(document));
        }
    }

    @Test
    @DisplayName("B1 the canonical text parses to the same document, and is its own canonical text")
    void parsed_again() {
        for (int i = 0; i < DOCUMENTS; i++) {
            JsonNode document = document(4);
            String canonical = json.canonical(document);
            assertThat(document.equals(ShuffledDocumentsTest::byValue, JsonText.parse(canonical)))
                    .as("seed %d, document %d", SEED, i)
                    .isTrue();
            assertThat(json.canonicalOfJson(canonical))
                    .as("seed %d, document %d", SEED, i)
                    .isEqualTo(canonical);
        }
    }

    @Test
    @DisplayName("B1 documents with different values have different fingerprints")
    void different_documents() {
        for (int i = 0; i < DOCUMENTS; i++) {
            JsonNode one = document(2);
            JsonNode other = document(2);
            assertThat(json.of(one).equals(json.of(other)))
                    .as("seed %d, pair %d", SEED, i)
                    .isEqualTo(one.equals(ShuffledDocumentsTest::byValue, other));
        }
    }

    private static int byValue(JsonNode one, JsonNode other) {
        if (one.isNumber() && other.isNumber()) {
            return one.decimalValue().compareTo(other.decimalValue());
        }
        return one.equals(other) ? 0 : 1;
    }

    private JsonNode shuffled(JsonNode node) {
        if (node.isObject()) {
            List<Map.Entry<String, JsonNode>> members = new ArrayList<>(node.properties());
            Collections.shuffle(members, random);
            ObjectNode object = NODES.objectNode();
            members.forEach(member -> object.set(member.getKey(), shuffled(member.getValue())));
            return object;
        }
        if (node.isArray()) {
            ArrayNode array = NODES.arrayNode();
            node.forEach(element -> array.add(shuffled(element)));
            return array;
        }
        return node;
    }

    private JsonNode document(int depth) {
        return switch (random.nextInt(depth > 0 ? 9 : 7)) {
            case 0 -> NODES.nullNode();
            case 1 -> NODES.booleanNode(random.nextBoolean());
            case 2 -> NODES.numberNode(random.nextInt(3) == 0 ? random.nextLong() : random.nextInt(3));
            case 3 -> NODES.numberNode(new BigInteger(random.nextInt(200), random));
            case 4 ->
                NODES.numberNode(new BigDecimal(new BigInteger(random.nextInt(90), random), random.nextInt(80) - 40));
            case 5, 6 -> NODES.textNode(text());
            case 7 -> {
                ObjectNode object = NODES.objectNode();
                for (int i = random.nextInt(6); i > 0; i--) {
                    object.set(text(), document(depth - 1));
                }
                yield object;
            }
            default -> {
                ArrayNode array = NODES.arrayNode();
                for (int i = random.nextInt(6); i > 0; i--) {
                    array.add(document(depth - 1));
                }
                yield array;
            }
        };
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(5); i > 0; i--) {
            switch (random.nextInt(5)) {
                case 0 -> text.append((char) random.nextInt(0x20));
                case 1 -> text.append("\"\\/~".charAt(random.nextInt(4)));
                case 2 -> text.appendCodePoint(0x1f600 + random.nextInt(80));
                case 3 -> text.append((char) (0xe000 + random.nextInt(0x1000)));
                default -> text.append((char) ('a' + random.nextInt(26)));
            }
        }
        return text.toString();
    }
}
