package dev.semel.jackson;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** A JSON Pointer (RFC 6901), stricter than Jackson's: a {@code ~} that escapes nothing is rejected. */
record Pointer(String text, List<String> steps) {
    private static final Pattern VALID = Pattern.compile("(/([^~/]|~[01])*+)*+");
    private static final Pattern INDEX = Pattern.compile("0|[1-9][0-9]{0,8}");

    /** Parses pointers, and reports all invalid ones together. A message may contain a pointer, which is no secret. */
    static List<Pointer> all(String... texts) {
        List<String> problems = new ArrayList<>();
        if (texts.length == 0) {
            problems.add("there is none; pass at least one, such as \"/id\"");
        }
        for (String text : texts) {
            if (text == null) {
                problems.add("one is null");
            } else if (!VALID.matcher(text).matches()) {
                problems.add("\"" + text + "\" must start with / at every step, and write ~ as ~0 and / as ~1");
            }
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException("invalid JSON pointers: " + String.join("; ", problems));
        }
        List<Pointer> pointers = new ArrayList<>(texts.length);
        for (String text : texts) {
            pointers.add(parse(text));
        }
        return List.copyOf(pointers);
    }

    private static Pointer parse(String text) {
        // The limit preserves trailing empty steps: "/a/" refers to the member "" of "a".
        String[] steps = text.isEmpty() ? new String[0] : text.substring(1).split("/", -1);
        for (int i = 0; i < steps.length; i++) {
            steps[i] = steps[i].replace("~1", "/").replace("~0", "~");
        }
        return new Pointer(text, List.of(steps));
    }

    /** Returns the node that the pointer refers to, or a missing node. */
    JsonNode in(JsonNode document) {
        JsonNode here = document;
        for (String step : steps) {
            here = below(here, step);
        }
        return here;
    }

    static JsonNode below(JsonNode here, String step) {
        if (here.isObject()) {
            return here.path(step);
        }
        return here.isArray() && INDEX.matcher(step).matches()
                ? here.path(Integer.parseInt(step))
                : MissingNode.getInstance();
    }
}
