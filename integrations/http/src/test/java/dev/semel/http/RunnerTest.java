package dev.semel.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Context;
import dev.semel.Fingerprint;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.http.contract.Door;
import dev.semel.http.contract.Handler;
import dev.semel.memory.MemoryStore;
import dev.semel.store.StoreException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a route that runs in something else than a lease")
class RunnerTest {
    private final Semel semel = Semel.on(MemoryStore.create());
    private final AtomicInteger ran = new AtomicInteger();
    private final AtomicInteger undone = new AtomicInteger();
    private Runner runner = this::undoing;

    private RouteBuilder route = Route.builder("/payments", "payments.create")
            .runningIn((operation, key, request, work) -> runner.attempt(operation, key, request, work));

    /** Stands for a transaction: it counts the roll-backs. */
    private CompletionStage<Outcome<Answer>> undoing(
            Operation<Answer> operation,
            String key,
            Fingerprint request,
            Function<Context, CompletionStage<Answer>> work) {
        return operation.attemptStaged(
                key,
                request,
                context ->
                        work.apply(context).whenComplete((answer, thrown) -> undone.addAndGet(thrown == null ? 0 : 1)));
    }

    private Handler giving(int status, String body) {
        return (request, context) -> {
            ran.incrementAndGet();
            return CompletableFuture.completedFuture(
                    Answer.of(status, List.of(), body.getBytes(StandardCharsets.UTF_8)));
        };
    }

    private Answer send(Handler handler) {
        try {
            return Door.handle(HttpGuard.builder(semel).route(route.build()).build(), FakeExchange.with("k"), handler)
                    .orElseThrow()
                    .toCompletableFuture()
                    .join();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String text(Answer answer) {
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    @Test
    @DisplayName("C4 replays what ran in it")
    void replays() {
        assertThat(text(send(giving(201, "one")))).isEqualTo("one");
        Answer replay = send(giving(201, "two"));
        assertThat(text(replay)).isEqualTo("one");
        assertThat(replay.header("Idempotency-Replayed")).contains("true");
        assertThat(undone).hasValue(0);
    }

    @Test
    @DisplayName("C11 has it undo what is not stored: 5xx, what is left to run again, and a veto")
    void undoes() {
        assertThat(send(giving(503, "no")).status()).isEqualTo(503);
        assertThat(send(giving(429, "later")).status()).isEqualTo(429);
        assertThat(send((body, context) -> CompletableFuture.completedFuture(
                                Answer.of(200, List.of(), new byte[0]).notStored()))
                        .status())
                .isEqualTo(200);
        assertThat(undone).hasValue(3);
        assertThat(send(giving(201, "done")).status()).isEqualTo(201);
    }

    @Test
    @DisplayName("C14 keeps a tombstone for an answer above the limit, and does not undo it")
    void tombstone() {
        route = route.limits(1000, 3);
        assertThat(text(send(giving(201, "long")))).isEqualTo("long");
        Answer retry = send(giving(201, "long"));
        assertThat(retry.status()).isEqualTo(409);
        assertThat(text(retry)).contains("result-not-kept");
        assertThat(retry.header("Idempotency-Replayed"))
                .as("it is kept as a value")
                .contains("true");
        assertThat(ran).hasValue(1);
        assertThat(undone).hasValue(0);
    }

    @Test
    @DisplayName("says that it is not known whether it was done if the runner fails after the handler")
    void unknown() {
        runner = (operation, key, request, work) -> work.apply(null).thenApply(answer -> {
            throw new StoreException("the commit was lost", null);
        });
        Answer answer = send(giving(201, "done"));
        assertThat(answer.status()).isEqualTo(503);
        assertThat(text(answer)).contains("not known").contains("\"retryable\":true");
        runner = (operation, key, request, work) ->
                CompletableFuture.failedFuture(new StoreException("no connection", null));
        assertThat(text(send(giving(201, "done")))).contains("Nothing was done");
    }

    @Test
    @DisplayName("sends an answer that the runner gives unprotected")
    void unprotected() {
        runner = (operation, key, request, work) -> work.apply(null).thenApply(Outcome.Unprotected::new);
        assertThat(send(giving(404, "none")).status()).isEqualTo(404);
        assertThat(send(giving(404, "none")).header("Idempotency-Replayed")).isEmpty();
        assertThat(ran).hasValue(2);
    }

    @Test
    @DisplayName("gives the runner's own failure to the adapter")
    void ownFailure() {
        IllegalStateException failure = new IllegalStateException("asynchronous");
        runner = (operation, key, request, work) -> CompletableFuture.failedFuture(failure);
        assertThatThrownBy(() -> send(giving(201, "done")))
                .isInstanceOf(CompletionException.class)
                .hasCause(failure);
    }

    @Test
    @DisplayName("can't fail open")
    void failOpen() {
        assertThatThrownBy(() ->
                        HttpGuard.builder(semel).route(route.failOpen().build()).build())
                .hasMessageContaining("fails open");
    }
}
