package dev.semel.lambda.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.http.Answer;
import dev.semel.http.Entrance;
import dev.semel.http.Entry;
import dev.semel.http.Reply;
import dev.semel.http.Ticket;
import dev.semel.lambda.event.EventJson;
import dev.semel.lambda.invocation.SneakyThrow;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP request that passes the guard: the function runs if the guard says so, and the answer is recorded before it
 * is sent.
 *
 * @param request the request
 * @param handler the application's handler
 */
public record HttpCall(HttpEvent request, JsonHandler handler) {

    /** Takes the request through an entrance and returns the answer as JSON text. */
    public byte[] enter(Entrance entrance) throws Exception {
        return follow(entrance.enter(request));
    }

    private byte[] follow(Entry entry) throws Exception {
        if (entry instanceof Entry.Run running) {
            return run(running.ticket());
        } else if (entry instanceof Entry.Send send) {
            return request.format().write(send.answer(), request.event());
        } else if (entry instanceof Entry.Wait wait) {
            return follow(join(wait.next()));
        }
        return handler.handle(request.event(), request.context());
    }

    /** Runs the handler, and returns what to send once its answer is recorded. */
    private byte[] run(Ticket ticket) {
        @Nullable Handled handled = null;
        @Nullable Throwable failure = null;
        try (ticket) {
            try {
                handled = handle();
                ticket.finish(handled.answer());
            } catch (Throwable thrown) {
                failure = thrown;
                ticket.fail(thrown);
            }
        }
        Reply reply = join(ticket.reply());
        if (failure != null) {
            throw SneakyThrow.rethrow(failure);
        }
        return sent(reply, Objects.requireNonNull(handled));
    }

    /** What the handler returned. */
    private record Handled(ByteBuffer raw, JsonNode json, Answer answer) {}

    private Handled handle() throws Exception {
        byte[] raw = handler.handle(request.event(), request.context());
        JsonNode json = EventJson.parse(raw);
        return new Handled(ByteBuffer.wrap(raw), json, request.format().read(json));
    }

    /**
     * Returns the handler's own answer unchanged, with its cookies and the headers that the guard adds, or else the
     * answer of the guard.
     */
    private byte[] sent(Reply reply, Handled handled) {
        if (reply instanceof Reply.AsProduced produced && produced.added().isEmpty()) {
            return handled.raw().array();
        } else if (reply instanceof Reply.AsProduced produced
                && handled.json() instanceof ObjectNode object
                && object.has("statusCode")) {
            return request.format().write(object, produced.added(), request.event());
        }
        return request.format().write(reply.answerFor(handled.answer()), request.event());
    }

    private static <T> T join(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().join();
        } catch (CompletionException e) {
            throw SneakyThrow.rethrow(e.getCause() == null ? e : e.getCause());
        }
    }
}
