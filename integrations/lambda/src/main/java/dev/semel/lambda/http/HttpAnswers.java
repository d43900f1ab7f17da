package dev.semel.lambda.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.http.Answer;
import dev.semel.http.Header;
import dev.semel.lambda.event.EventJson;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Reads and writes answers in the form that functions return. */
final class HttpAnswers {

    private HttpAnswers() {}

    /**
     * Reads an answer. JSON without a status is the body of an answer with status 200, as HTTP APIs and function URLs
     * read it.
     */
    static Answer read(JsonNode json) {
        if (!json.has("statusCode")) {
            byte[] body = (json.isTextual() ? json.textValue() : json.toString()).getBytes(UTF_8);
            return Answer.of(200, List.of(new Header("Content-Type", "application/json")), body);
        }
        return Answer.of(json.path("statusCode").asInt(), headers(json), body(json));
    }

    private static List<Header> headers(JsonNode json) {
        List<Header> headers = new ArrayList<>();
        JsonNode several = json.path("multiValueHeaders");
        several.properties()
                .forEach(each ->
                        each.getValue().forEach(value -> headers.add(new Header(each.getKey(), value.asText()))));
        json.path("headers").properties().forEach(each -> {
            boolean known = headers.stream().anyMatch(header -> header.name().equalsIgnoreCase(each.getKey()));
            if (!known && !each.getValue().isNull()) {
                headers.add(new Header(each.getKey(), each.getValue().asText()));
            }
        });
        return headers;
    }

    private static byte[] body(JsonNode json) {
        JsonNode body = json.path("body");
        if (body.isNull() || body.isMissingNode()) {
            return new byte[0];
        }
        String text = body.isTextual() ? body.textValue() : body.toString();
        return json.path("isBase64Encoded").asBoolean() ? Base64.getDecoder().decode(text) : text.getBytes(UTF_8);
    }

    /**
     * Writes an answer.
     *
     * @param several whether each header has a list of values
     */
    static byte[] write(Answer answer, boolean several) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("statusCode", answer.status());
        putHeaders(json, answer.headers(), several);
        putBody(json, answer.body());
        return bytes(json);
    }

    /** Writes an answer of a function, with headers added. */
    static byte[] write(ObjectNode answer, List<Header> more, boolean several) {
        ObjectNode json = answer.deepCopy();
        putHeaders(json, more, several);
        return bytes(json);
    }

    private static void putHeaders(ObjectNode json, List<Header> more, boolean several) {
        String name = several ? "multiValueHeaders" : "headers";
        ObjectNode headers = json.get(name) instanceof ObjectNode there ? there : json.putObject(name);
        for (Header each : more) {
            if (several) {
                JsonNode before = headers.get(each.name());
                (before instanceof ArrayNode list ? list : headers.putArray(each.name())).add(each.value());
            } else {
                String before = headers.path(each.name()).asText("");
                headers.put(each.name(), before.isEmpty() ? each.value() : before + ", " + each.value());
            }
        }
    }

    private static byte[] bytes(ObjectNode json) {
        try {
            return EventJson.mapper().writeValueAsBytes(json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a JSON tree could not be written", e);
        }
    }

    /**
     * Writes UTF-8 text as it is, so that it needs no setting for binary media types, and everything else as Base64.
     */
    private static void putBody(ObjectNode json, byte[] body) {
        try {
            json.put("body", UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString());
            json.put("isBase64Encoded", false);
        } catch (CharacterCodingException e) {
            json.put("body", Base64.getEncoder().encodeToString(body));
            json.put("isBase64Encoded", true);
        }
    }
}
