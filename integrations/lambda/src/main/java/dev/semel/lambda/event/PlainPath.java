package dev.semel.lambda.event;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A subset of JMESPath that covers most keys: names joined by dots, lists of them, and the decoding functions, as in
 * {@code powertools_json(body).[customer, order.id]}. The results are those of the JMESPath library, whose loading
 * takes as long in a cold start as the rest of a guard. The library compiles all other expressions.
 */
public final class PlainPath {
    private final String text;
    private int at;

    private PlainPath(String text) {
        this.text = text;
    }

    /** Compiles an expression. Returns empty if it is not in the subset, or not an expression. */
    public static Optional<UnaryOperator<JsonNode>> of(String expression) {
        PlainPath path = new PlainPath(expression);
        UnaryOperator<JsonNode> found = path.chain();
        return found == null || path.at < expression.length() ? Optional.empty() : Optional.of(found);
    }

    /** Reads steps joined by dots. Returns {@code null} if the text is something else. */
    private @Nullable UnaryOperator<JsonNode> chain() {
        List<UnaryOperator<JsonNode>> steps = new ArrayList<>();
        do {
            UnaryOperator<JsonNode> step = step(steps.isEmpty());
            if (step == null) {
                return null;
            }
            steps.add(step);
        } while (skip('.'));
        return steps.size() == 1 ? steps.get(0) : new Chain(steps);
    }

    private @Nullable UnaryOperator<JsonNode> step(boolean first) {
        if (skip('[')) {
            return list();
        }
        String name = name();
        if (name.isEmpty()) {
            return null;
        }
        return skip('(') ? (first ? decoded(name) : null) : new Member(name);
    }

    private @Nullable UnaryOperator<JsonNode> list() {
        List<UnaryOperator<JsonNode>> parts = new ArrayList<>();
        do {
            skip(' ');
            UnaryOperator<JsonNode> part = chain();
            if (part == null) {
                return null;
            }
            parts.add(part);
        } while (skip(','));
        return skip(']') ? new Together(parts) : null;
    }

    private @Nullable UnaryOperator<JsonNode> decoded(String function) {
        Decoding decoding = Decoding.named(function);
        UnaryOperator<JsonNode> packed = decoding == null ? null : chain();
        return decoding == null || packed == null || !skip(')') ? null : new Decoded(decoding, packed);
    }

    private boolean skip(char expected) {
        boolean there = at < text.length() && text.charAt(at) == expected;
        at += there ? 1 : 0;
        return there;
    }

    private String name() {
        int start = at;
        while (at < text.length() && isOfName(text.charAt(at), at == start)) {
            at++;
        }
        return text.substring(start, at);
    }

    private static boolean isOfName(char c, boolean first) {
        return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (!first && c >= '0' && c <= '9');
    }

    private static JsonNode nothing() {
        return JsonNodeFactory.instance.nullNode();
    }

    // Records, since linking lambdas prolongs a cold start.

    private record Member(String name) implements UnaryOperator<JsonNode> {
        @Override
        public JsonNode apply(JsonNode node) {
            JsonNode found = node.isObject() ? node.get(name) : null;
            return found == null ? nothing() : found;
        }
    }

    private record Chain(List<UnaryOperator<JsonNode>> steps) implements UnaryOperator<JsonNode> {
        @Override
        public JsonNode apply(JsonNode node) {
            JsonNode here = node;
            for (UnaryOperator<JsonNode> step : steps) {
                here = step.apply(here);
            }
            return here;
        }
    }

    private record Together(List<UnaryOperator<JsonNode>> parts) implements UnaryOperator<JsonNode> {
        @Override
        public JsonNode apply(JsonNode node) {
            if (node.isNull()) {
                return node;
            }
            ArrayNode all = JsonNodeFactory.instance.arrayNode(parts.size());
            for (UnaryOperator<JsonNode> part : parts) {
                all.add(part.apply(node));
            }
            return all;
        }
    }

    private record Decoded(Decoding decoding, UnaryOperator<JsonNode> packed) implements UnaryOperator<JsonNode> {
        @Override
        public JsonNode apply(JsonNode node) {
            JsonNode found = packed.apply(node);
            if (!found.isTextual()) {
                return nothing();
            }
            String plain = decoding.decode(found.textValue());
            return decoding == Decoding.JSON ? EventJson.parseInside(plain) : TextNode.valueOf(plain);
        }
    }
}
