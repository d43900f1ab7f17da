package dev.semel.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.lambda.event.EventJson;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Objects;

/** A guarded handler of streams. Its output is gathered and recorded before the first byte of it is written. */
final class StreamWrapper implements RequestStreamHandler {
    private final LambdaGuard<byte[]> guard;
    private final RequestStreamHandler handler;

    StreamWrapper(LambdaGuard<byte[]> guard, RequestStreamHandler handler) {
        this.guard = Objects.requireNonNull(guard, "guard");
        this.handler = Objects.requireNonNull(handler, "handler");
    }

    @Override
    public void handleRequest(InputStream input, OutputStream output, Context context) throws IOException {
        byte[] event = input.readAllBytes();
        byte[] answer = guard.isOff()
                ? run(event, context)
                : guard.attempt(parsed(event), context, attempt -> run(event, context))
                        .orThrow();
        output.write(answer);
        output.flush();
    }

    private static JsonNode parsed(byte[] event) {
        return EventJson.parse(event);
    }

    private byte[] run(byte[] event, Context context) throws IOException {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        handler.handleRequest(new ByteArrayInputStream(event), answer, context);
        return answer.toByteArray();
    }
}
