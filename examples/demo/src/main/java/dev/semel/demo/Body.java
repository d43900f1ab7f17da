package dev.semel.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** The JSON body of a request, read with problems that name the field. */
final class Body {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final JsonNode object;

    private Body(JsonNode object) {
        this.object = object;
    }

    static Body of(HttpServletRequest request) throws IOException {
        JsonNode read;
        try {
            read = JSON.readTree(request.getInputStream().readAllBytes());
        } catch (JsonProcessingException e) {
            throw Problem.of(
                    400, "The body can't be used", "The body must be one JSON object; it can't be read as one.");
        }
        if (!read.isObject()) {
            throw Problem.of(400, "The body can't be used", "The body must be one JSON object.");
        }
        return new Body(read);
    }

    String text(String field, int most) {
        return text(field, "text of 1 to " + most + " characters", text -> !text.isBlank() && text.length() <= most);
    }

    String text(String field, Pattern pattern, String expected) {
        return text(field, expected, text -> pattern.matcher(text).matches());
    }

    private String text(String field, String expected, Predicate<String> right) {
        JsonNode value = object.path(field);
        if (!value.isTextual() || !right.test(value.textValue()) || !isPlain(value.textValue())) {
            throw Problem.inField(field, expected);
        }
        return value.textValue();
    }

    /** Without control characters, and without halves of characters, which no database gives back. */
    private static boolean isPlain(String text) {
        return text.codePoints()
                .noneMatch(each -> Character.isISOControl(each) || Character.getType(each) == Character.SURROGATE);
    }

    long number(String field, long most) {
        JsonNode value = object.path(field);
        if (!value.isIntegralNumber()
                || !value.canConvertToLong()
                || value.longValue() < 1
                || value.longValue() > most) {
            throw Problem.inField(field, "a whole number from 1 to " + most);
        }
        return value.longValue();
    }

    void optionalObject(String field) {
        JsonNode value = object.path(field);
        if (!value.isMissingNode() && !value.isObject()) {
            throw Problem.inField(field, "an object, if it is there");
        }
    }
}
