package dev.semel.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.http.Answer;
import dev.semel.http.HttpGuard;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** One HTTP request on its way through a guard. */
final class HttpCall {
    private final HttpGuard guard;
    private final HttpHandler.EventHandler handler;
    private final HttpEvent request;
    private final SharedScopeWarning sharedScope;
    private final AtomicReference<@Nullable Ran> ran = new AtomicReference<>();

    /** What the handler gave, as it gave it and as an answer. */
    private static final class Ran {
        private final byte[] raw;
        private final JsonNode json;
        private final Answer answer;

        Ran(byte[] raw, JsonNode json, Answer answer) {
            this.raw = raw;
            this.json = json;
            this.answer = answer;
        }
    }

    HttpCall(HttpGuard guard, HttpHandler.EventHandler handler, HttpEvent request, SharedScopeWarning sharedScope) {
        this.guard = guard;
        this.handler = handler;
        this.request = request;
        this.sharedScope = sharedScope;
    }

    byte[] answer() throws Exception {
        Optional<Answer> status = guard.status(request);
        if (status.isPresent()) {
            return request.format().write(status.get(), request.event());
        }
        if (guard.isGuarded(request) && !request.principalRequired() && request.principal() == null) {
            sharedScope.say();
        }
        Optional<CompletionStage<Answer>> guarded = guard.handle(request, (body, attempt) -> run());
        if (guarded.isEmpty()) {
            return handler.handle(request.event(), request.context());
        }
        return sent(join(guarded.get()));
    }

    private CompletionStage<Answer> run() {
        try {
            byte[] raw = handler.handle(request.event(), request.context());
            JsonNode json = EventJson.parse(raw);
            Answer answer = request.format().read(json);
            ran.set(new Ran(raw, json, answer));
            return CompletableFuture.completedFuture(answer);
        } catch (Throwable thrown) {
            return CompletableFuture.failedFuture(thrown);
        }
    }

    private static Answer join(CompletionStage<Answer> stage) throws Exception {
        try {
            return stage.toCompletableFuture().join();
        } catch (CompletionException e) {
            throw AsItIs.rethrow(e.getCause() == null ? e : e.getCause());
        }
    }

    /** The handler's own answer goes out as it is, with what is never stored, and with what the guard adds; anything else is the guard's. */
    private byte[] sent(Answer answer) {
        Ran mine = ran.get();
        if (mine == null || mine.answer.body() != answer.body()) {
            return request.format().write(answer, request.event());
        }
        if (answer.added().isEmpty()) {
            return mine.raw;
        }
        return mine.json instanceof ObjectNode json && json.has("statusCode")
                ? request.format().write(json, answer.added(), request.event())
                : request.format().write(answer, request.event());
    }
}
