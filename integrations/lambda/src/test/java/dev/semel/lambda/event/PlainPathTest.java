package dev.semel.lambda.event;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("a JMESPath expression that needs no library")
class PlainPathTest {
    private static final List<String> NAMES = List.of("a", "b", "body", "_c1", "D");
    private static final List<String> FUNCTIONS =
            List.of("powertools_json", "semel_json", "powertools_base64", "semel_base64", "powertools_base64_gzip");

    private final Random random = new Random();

    private <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private String expression(int depth) {
        StringBuilder chain = new StringBuilder(first(depth));
        while (random.nextInt(3) == 0) {
            chain.append('.').append(random.nextInt(4) == 0 ? list(depth) : one(NAMES));
        }
        return chain.toString();
    }

    private String first(int depth) {
        int kind = depth == 0 ? 0 : random.nextInt(5);
        return kind == 1 ? one(FUNCTIONS) + "(" + expression(depth - 1) + ")" : kind == 2 ? list(depth) : one(NAMES);
    }

    private String list(int depth) {
        int below = Math.max(0, depth - 1);
        String separator = one(List.of(",", ", "));
        return "[" + expression(below) + (random.nextBoolean() ? separator + expression(below) : "") + "]";
    }

    private JsonNode document(int depth) {
        JsonNodeFactory make = JsonNodeFactory.instance;
        return switch (random.nextInt(depth == 0 ? 7 : 10)) {
            case 0 -> make.nullNode();
            case 1 -> make.numberNode(random.nextInt(3));
            case 2 -> make.booleanNode(random.nextBoolean());
            case 3 -> make.textNode(one(List.of("", " ", "text", "null", "7", "{\"a\"", "{} {}")));
            case 4 -> make.textNode(document(Math.max(0, depth - 1)).toString());
            case 5 -> make.textNode(base64(document(Math.max(0, depth - 1)).toString()));
            case 6 -> make.textNode(base64("text"));
            case 7 -> {
                ArrayNode list = make.arrayNode();
                list.add(document(depth - 1)).add(document(depth - 1));
                yield list;
            }
            default -> object(depth);
        };
    }

    private ObjectNode object(int depth) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        for (String name : NAMES) {
            if (random.nextInt(4) > 0) {
                object.set(name, document(depth - 1));
            }
        }
        return object;
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Returns the result of an expression as a key uses it: the part that was found, or the message of the exception.
     */
    private static String found(UnaryOperator<JsonNode> expression, JsonNode in) {
        try {
            JsonNode found = expression.apply(in);
            return found == null || found.isMissingNode() ? "null" : found.toString();
        } catch (IllegalArgumentException e) {
            return "refused: " + e.getMessage();
        }
    }

    @Test
    @DisplayName("has the results and the errors of the library")
    void sameAsTheLibrary() {
        long seed = System.nanoTime();
        random.setSeed(seed);
        for (int i = 0; i < 5_000; i++) {
            String expression = expression(3);
            JsonNode document = random.nextInt(10) == 0 ? document(3) : object(3);
            Optional<UnaryOperator<JsonNode>> plain = PlainPath.of(expression);
            assertThat(plain).as("%s, seed %d", expression, seed).isPresent();
            assertThat(found(plain.get(), document))
                    .as("%s in %s, seed %d", expression, document, seed)
                    .isEqualTo(found(JmesPaths.compile(expression), document));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " a",
                "a ",
                "a.",
                ".a",
                "a..b",
                "1a",
                "\"a b\"",
                "`1`",
                "'a'",
                "@",
                "a[0]",
                "[0]",
                "[*]",
                "a[]",
                "a.*",
                "{x: a}",
                "[a,]",
                "[a b]",
                "[a",
                "a]",
                "a || b",
                "a | b",
                "length(a)",
                "no_such(a)",
                "a.powertools_json(b)",
                "powertools_json(a",
                "powertools_json()",
                "powertools_json(a, b)",
                "powertools_json(@)",
                "&a",
                "a-b",
                "é"
            })
    @DisplayName("is none of these, which are left to the library")
    void others(String expression) {
        assertThat(PlainPath.of(expression)).isEmpty();
    }
}
