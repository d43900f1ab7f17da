package dev.semel.lambda.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.http.Answer;
import dev.semel.http.Header;
import java.net.URLEncoder;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The formats in which Lambda delivers HTTP requests. */
enum HttpEventFormat {
    /** Format 2.0: HTTP APIs and function URLs. */
    HTTP_API {
        @Override
        String method(JsonNode event) {
            return event.at("/requestContext/http/method").asText();
        }

        @Override
        String path(JsonNode event) {
            return event.path("rawPath").asText();
        }

        @Override
        String stageInPath(JsonNode event) {
            return event.at("/requestContext/stage").asText("$default");
        }

        @Override
        @Nullable
        String query(JsonNode event) {
            String query = event.path("rawQueryString").asText();
            return query.isEmpty() ? null : query;
        }
    },
    /** Format 1.0: REST APIs, and HTTP APIs configured for it. */
    REST_API {
        @Override
        String outsidePath(JsonNode event) {
            String whole = event.at("/requestContext/path").asText();
            String path = path(event);
            return whole.endsWith(path) ? whole.substring(0, whole.length() - path.length()) : "";
        }
    },
    /** Application load balancers. */
    LOAD_BALANCER;

    static @Nullable HttpEventFormat of(JsonNode event) {
        JsonNode context = event.path("requestContext");
        if (context.has("elb")) {
            return LOAD_BALANCER;
        }
        if (context.path("http").has("method")) {
            return HTTP_API;
        }
        return event.hasNonNull("httpMethod") && event.hasNonNull("path") ? REST_API : null;
    }

    String method(JsonNode event) {
        return event.path("httpMethod").asText();
    }

    String path(JsonNode event) {
        return event.path("path").asText();
    }

    /** Returns the part of the caller's path that precedes the path of the event. */
    String outsidePath(JsonNode event) {
        return "";
    }

    /** Returns the stage if paths may start with it, otherwise {@code $default}, with which no path starts. */
    String stageInPath(JsonNode event) {
        return "$default";
    }

    /** Returns the query, sorted by name, since events carry it as a map without an order. */
    @Nullable
    String query(JsonNode event) {
        JsonNode several = event.path("multiValueQueryStringParameters");
        JsonNode parameters = several.isObject() ? several : event.path("queryStringParameters");
        Map<String, JsonNode> sorted = new TreeMap<>();
        parameters.properties().forEach(each -> sorted.put(each.getKey(), each.getValue()));
        StringJoiner query = new StringJoiner("&").setEmptyValue("");
        sorted.forEach((name, values) -> {
            if (values.isArray()) {
                values.forEach(value -> query.add(parameter(name, value)));
            } else {
                query.add(parameter(name, values));
            }
        });
        return query.length() == 0 ? null : query.toString();
    }

    private static String parameter(String name, JsonNode value) {
        return URLEncoder.encode(name, UTF_8) + "=" + URLEncoder.encode(value.asText(), UTF_8);
    }

    /** Reads the answer of a handler. */
    Answer read(JsonNode answer) {
        return HttpAnswers.read(answer);
    }

    /** Writes an answer of the guard in the format of the event's sender. */
    byte[] write(Answer answer, JsonNode event) {
        return HttpAnswers.write(answer, takesLists(event));
    }

    /** Writes an answer of the handler, with headers added. */
    byte[] write(ObjectNode answer, List<Header> more, JsonNode event) {
        return HttpAnswers.write(answer, more, takesLists(event));
    }

    private boolean takesLists(JsonNode event) {
        return this == REST_API || event.path("multiValueHeaders").isObject();
    }
}
