package dev.semel.jackson;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.POJONode;
import com.fasterxml.jackson.databind.util.RawValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes equal documents as equal texts, by RFC 8785, except that numbers keep all their digits (see
 * {@link CanonicalNumber}) and that half a surrogate pair is written as an escape instead of being an error.
 */
final class CanonicalJson {
    /** The limit of Jackson's readers, applied to trees that no reader has checked. */
    static final int MAX_DEPTH = 1000;

    private static final HexFormat HEX = HexFormat.of();
    private static final Comparator<Map.Entry<String, JsonNode>> BY_UTF16_UNITS = Map.Entry.comparingByKey();

    private final StringBuilder out = new StringBuilder();

    private CanonicalJson() {}

    static String of(JsonNode document) {
        return of(document, null);
    }

    static String of(JsonNode document, @Nullable LeftOut leftOut) {
        CanonicalJson writer = new CanonicalJson();
        writer.write(document, leftOut, 0);
        return writer.out.toString();
    }

    private void write(JsonNode node, @Nullable LeftOut leftOut, int depth) {
        if (depth > MAX_DEPTH) {
            throw new IllegalArgumentException("the JSON is nested deeper than " + MAX_DEPTH + " levels; flatten it");
        }
        switch (node.getNodeType()) {
            case OBJECT -> writeObject(node, leftOut, depth);
            case ARRAY -> writeArray(node, leftOut, depth);
            case STRING, BINARY -> writeText(node.asText());
            case NUMBER -> out.append(CanonicalNumber.of(node));
            case BOOLEAN -> out.append(node.booleanValue());
            case NULL, MISSING -> out.append("null");
            case POJO -> write(parsed((POJONode) node), leftOut, depth);
        }
    }

    private void writeObject(JsonNode object, @Nullable LeftOut leftOut, int depth) {
        if (object.isEmpty()) {
            out.append("{}");
            return;
        }
        List<Map.Entry<String, JsonNode>> members = new ArrayList<>(object.properties());
        members.sort(BY_UTF16_UNITS);
        out.append('{');
        boolean first = true;
        for (Map.Entry<String, JsonNode> member : members) {
            LeftOut below = LeftOut.below(leftOut, member.getKey());
            if (!LeftOut.isOut(below)) {
                separate(first);
                first = false;
                writeText(member.getKey());
                out.append(':');
                write(member.getValue(), below, depth + 1);
            }
        }
        out.append('}');
    }

    private void writeArray(JsonNode array, @Nullable LeftOut leftOut, int depth) {
        out.append('[');
        boolean first = true;
        for (int i = 0; i < array.size(); i++) {
            LeftOut below = LeftOut.below(leftOut, i);
            if (!LeftOut.isOut(below)) {
                separate(first);
                first = false;
                write(array.get(i), below, depth + 1);
            }
        }
        out.append(']');
    }

    private void separate(boolean first) {
        if (!first) {
            out.append(',');
        }
    }

    private static JsonNode parsed(POJONode node) {
        if (node.getPojo() instanceof RawValue raw && raw.rawValue() instanceof String json) {
            return JsonText.parse(json);
        }
        if (node.getPojo() == null) {
            return NullNode.getInstance();
        }
        throw new IllegalArgumentException("the JSON tree contains a Java object; pass a tree of plain JSON");
    }

    private void writeText(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                out.append(c).append(text.charAt(++i));
            } else {
                writeUnit(c);
            }
        }
        out.append('"');
    }

    private void writeUnit(char c) {
        switch (c) {
            case '"', '\\' -> out.append('\\').append(c);
            case '\b' -> out.append("\\b");
            case '\t' -> out.append("\\t");
            case '\n' -> out.append("\\n");
            case '\f' -> out.append("\\f");
            case '\r' -> out.append("\\r");
            default -> {
                if (c < ' ' || Character.isSurrogate(c)) {
                    out.append("\\u").append(HEX.toHexDigits(c));
                } else {
                    out.append(c);
                }
            }
        }
    }
}
