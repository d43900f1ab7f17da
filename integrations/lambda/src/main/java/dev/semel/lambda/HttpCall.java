package dev.semel.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.http.Answer;
import dev.semel.http.Entrance;
import dev.semel.http.Entry;
import dev.semel.http.Reply;
import dev.semel.http.Ticket;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** An HTTP request that enters a guard. */
record HttpCall(HttpEvent request, HttpHandler.EventHandler handler) {

    byte[] enter(Entrance entrance) throws Exception {
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
        byte[] raw;
        JsonNode json;
        Answer answer;
        try (ticket) {
            raw = handler.handle(request.event(), request.context());
            json = EventJson.parse(raw);
            answer = request.format().read(json);
            ticket.finish(answer);
        } catch (Throwable thrown) {
            join(ticket.fail(thrown));
            throw AsItIs.rethrow(thrown);
        }
        return sent(join(ticket.reply()), answer, raw, json);
    }

    /** The handler's own answer goes out as it is, with what is never stored, and with what the guard adds; anything else is the guard's. */
    private byte[] sent(Reply reply, Answer answer, byte[] raw, JsonNode json) {
        if (reply instanceof Reply.AsProduced produced && produced.added().isEmpty()) {
            return raw;
        } else if (reply instanceof Reply.AsProduced produced
                && json instanceof ObjectNode object
                && json.has("statusCode")) {
            return request.format().write(object, produced.added(), request.event());
        }
        return request.format().write(reply.answerFor(answer), request.event());
    }

    private static <T> T join(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().join();
        } catch (CompletionException e) {
            throw AsItIs.rethrow(e.getCause() == null ? e : e.getCause());
        }
    }
}
