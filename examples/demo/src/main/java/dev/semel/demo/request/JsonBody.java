package dev.semel.demo.request;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** The JSON body of a request. A field that is not valid ends the request with a problem that names it. */
public final class JsonBody {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final JsonNode object;

    private JsonBody(JsonNode object) {
        this.object = object;
    }

    /**
     * Reads the body of a request.
     *
     * @throws RequestProblem if it is not one JSON object
     */
    public static JsonBody of(HttpServletRequest request) throws IOException {
        JsonNode read;
        try {
            read = JSON.readTree(request.getInputStream().readAllBytes());
        } catch (JsonProcessingException e) {
            throw RequestProblem.of(
                    400, "The body is not valid", "The body must be one JSON object; it cannot be parsed.");
        }
        if (!read.isObject()) {
            throw RequestProblem.of(400, "The body is not valid", "The body must be one JSON object.");
        }
        return new JsonBody(read);
    }

    /** Returns a text of at most so many characters. */
    public String text(String field, int most) {
        return text(field, "text of 1 to " + most + " characters", text -> !text.isBlank() && text.length() <= most);
    }

    /** Returns a text that matches a pattern. */
    public String text(String field, Pattern pattern, String expected) {
        return text(field, expected, text -> pattern.matcher(text).matches());
    }

    private String text(String field, String expected, Predicate<String> right) {
        JsonNode value = object.path(field);
        if (!value.isTextual() || !right.test(value.textValue()) || !isPlain(value.textValue())) {
            throw RequestProblem.inField(field, expected);
        }
        return value.textValue();
    }

    /** Returns whether a text has no control characters and no unpaired surrogates, which databases do not preserve. */
    private static boolean isPlain(String text) {
        return text.codePoints()
                .noneMatch(each -> Character.isISOControl(each) || Character.getType(each) == Character.SURROGATE);
    }

    /** Returns a whole number of at least 1. */
    public long number(String field, long most) {
        JsonNode value = object.path(field);
        if (!value.isIntegralNumber()
                || !value.canConvertToLong()
                || value.longValue() < 1
                || value.longValue() > most) {
            throw RequestProblem.inField(field, "a whole number from 1 to " + most);
        }
        return value.longValue();
    }

    /** Checks that a field is an object or absent. */
    public void optionalObject(String field) {
        JsonNode value = object.path(field);
        if (!value.isMissingNode() && !value.isObject()) {
            throw RequestProblem.inField(field, "an object if it is present");
        }
    }
}
