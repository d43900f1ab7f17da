package dev.semel.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.semel.lambda.event.EventJson;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Does what Lambda's runtime does with a handler: for each event it determines the type that the handler declares,
 * reads the event's JSON as that type, calls the handler with a context, and writes the result as JSON; or it reports
 * class and message of the exception.
 */
final class RuntimeLoop {
    private static final ObjectMapper JSON = JsonMapper.builder()
            .disable(com.fasterxml.jackson.databind.DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private final RequestStreamHandler function;
    private final Supplier<Context> contexts;

    private RuntimeLoop(RequestStreamHandler function, Supplier<Context> contexts) {
        this.function = function;
        this.contexts = contexts;
    }

    static RuntimeLoop over(RequestStreamHandler handler) {
        return new RuntimeLoop(handler, Invocation::usual);
    }

    /**
     * Creates a loop over a handler whose class declares the types of event and result, as a configured handler does.
     */
    static RuntimeLoop over(RequestHandler<?, ?> handler) {
        JavaType declared =
                JSON.getTypeFactory().constructType(handler.getClass()).findSuperType(RequestHandler.class);
        JavaType input = declared.containedType(0);
        return new RuntimeLoop((in, out, context) -> out.write(call(handler, input, in, context)), Invocation::usual);
    }

    @SuppressWarnings("unchecked")
    private static byte[] call(RequestHandler<?, ?> handler, JavaType input, InputStream in, Context context)
            throws IOException {
        Object answer = ((RequestHandler<Object, ?>) handler).handleRequest(JSON.readValue(in, input), context);
        return JSON.writeValueAsBytes(answer);
    }

    RuntimeLoop within(Supplier<Context> choice) {
        return new RuntimeLoop(function, choice);
    }

    byte[] invokeRaw(String event) {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        try {
            function.handleRequest(
                    new ByteArrayInputStream(event.getBytes(StandardCharsets.UTF_8)), answer, contexts.get());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return answer.toByteArray();
    }

    JsonNode invoke(String event) {
        return EventJson.parse(invokeRaw(event));
    }

    /** Returns the answers to events that are handled one after another. */
    List<String> run(List<String> events) {
        List<String> answers = new ArrayList<>();
        for (String event : events) {
            try {
                answers.add(invoke(event).toString());
            } catch (RuntimeException e) {
                answers.add(e.getClass().getSimpleName());
            }
        }
        return answers;
    }

    static JsonNode json(String text) {
        return EventJson.parse(text.getBytes(StandardCharsets.UTF_8));
    }
}
