package dev.semel.lambda.issues;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.http.HttpGuard;
import dev.semel.http.contract.PathContract;
import dev.semel.http.contract.Wire;
import dev.semel.lambda.HttpHandler;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;

/**
 * A function matches its endpoints with its own code or with a framework. This function accepts every reading of a path
 * that any of them might.
 */
@DisplayName("paths, as read by functions behind")
class PathsTest {
    private static final JsonMapper JSON = new JsonMapper();

    /** The service that sends the events. */
    enum Front {
        REST_API,
        HTTP_API,
        FUNCTION_URL,
        LOAD_BALANCER;

        /** Returns the event of a request. */
        ObjectNode event(String path, String stage) {
            ObjectNode event = JSON.createObjectNode();
            event.put("body", "{}");
            switch (this) {
                case REST_API ->
                    event.put("httpMethod", "POST")
                            .put("path", path)
                            .putObject("requestContext")
                            .put("path", "/" + stage + path)
                            .put("stage", stage);
                case LOAD_BALANCER ->
                    event.put("httpMethod", "POST")
                            .put("path", path)
                            .putObject("requestContext")
                            .putObject("elb");
                case HTTP_API, FUNCTION_URL -> {
                    boolean staged = this == HTTP_API;
                    ObjectNode context = event.put("version", "2.0")
                            .put("rawPath", staged ? "/" + stage + path : path)
                            .putObject("requestContext");
                    context.put("stage", staged ? stage : "$default");
                    context.putObject("http").put("method", "POST");
                }
            }
            return event;
        }

        String path(JsonNode event, String stage) {
            return switch (this) {
                case REST_API, LOAD_BALANCER -> event.path("path").asText();
                case FUNCTION_URL -> event.path("rawPath").asText();
                case HTTP_API -> event.path("rawPath").asText().substring(stage.length() + 1);
            };
        }
    }

    abstract static class Contract extends PathContract {
        private static final String STAGE = "prod";
        private final Front front;

        Contract(Front front) {
            this.front = front;
        }

        @Override
        protected Served serve(String mount, HttpGuard guard) {
            AtomicInteger runs = new AtomicInteger();
            HttpHandler function = HttpHandler.of(guard, (in, out, context) -> {
                JsonNode event = JSON.readTree(in.readAllBytes());
                boolean found = readings(front.path(event, STAGE)).stream().anyMatch(path -> isEndpoint(path, mount));
                runs.addAndGet(found ? 1 : 0);
                out.write(("{\"statusCode\": " + (found ? 201 : 404) + "}").getBytes(StandardCharsets.UTF_8));
            });
            HttpHandler mounted = mount.isEmpty() ? function : function.basePath(mount);
            return new Served() {
                @Override
                public Wire.Reply post(String target, @Nullable String key) throws IOException {
                    ObjectNode event = front.event(target.replaceFirst("^http://[^/]*|[?#].*", ""), STAGE);
                    event.putObject("headers");
                    if (key != null) {
                        event.putObject("headers").put("Idempotency-Key", key);
                    }
                    return invoke(mounted, event);
                }

                @Override
                public int runs() {
                    return runs.get();
                }

                @Override
                public void close() {}
            };
        }

        private static Wire.Reply invoke(HttpHandler function, ObjectNode event) throws IOException {
            ByteArrayOutputStream answer = new ByteArrayOutputStream();
            function.handleRequest(new ByteArrayInputStream(JSON.writeValueAsBytes(event)), answer, null);
            JsonNode json = JSON.readTree(answer.toByteArray());
            return new Wire.Reply(
                    json.path("statusCode").asInt(), json.toString().contains("Idempotency-Replayed"), json.toString());
        }

        private static boolean isEndpoint(String path, String mount) {
            return path.equals(mount + "/payments")
                    || path.equals(mount + "/payments/")
                    || path.equals(mount + "/files")
                    || path.startsWith(mount + "/files/");
        }
    }

    /** Returns all readings of a path: decoded or not, without parameters or not, with dot segments resolved or not. */
    private static List<String> readings(String path) {
        List<String> all = new ArrayList<>(List.of(path, path.replaceAll(";[^/]*", "")));
        for (String each : List.copyOf(all)) {
            all.add(URLDecoder.decode(
                    each.replace("+", "%2B").replaceAll("%(?![0-9a-fA-F]{2})", "%25"), StandardCharsets.UTF_8));
        }
        for (String each : List.copyOf(all)) {
            all.add(each.replaceAll("//+", "/"));
            all.add(resolved(each, false));
            all.add(resolved(each, true));
            all.add(resolved(each.replace('\\', '/'), true));
        }
        return all;
    }

    private static String resolved(String path, boolean collapsing) {
        Deque<String> segments = new ArrayDeque<>();
        for (String segment : path.split("/", -1)) {
            if (segment.equals("..")) {
                segments.pollLast();
            } else if (!segment.equals(".") && !(collapsing && segment.isEmpty())) {
                segments.addLast(segment);
            }
        }
        return (collapsing ? "/" : "") + String.join("/", segments);
    }

    @Nested
    @DisplayName("a REST API")
    class Rest extends Contract {
        Rest() {
            super(Front.REST_API);
        }
    }

    @Nested
    @DisplayName("an HTTP API with a stage")
    class Http extends Contract {
        Http() {
            super(Front.HTTP_API);
        }
    }

    @Nested
    @DisplayName("a function URL")
    class FunctionUrl extends Contract {
        FunctionUrl() {
            super(Front.FUNCTION_URL);
        }
    }

    @Nested
    @DisplayName("a load balancer")
    class LoadBalancer extends Contract {
        LoadBalancer() {
            super(Front.LOAD_BALANCER);
        }
    }
}
