package dev.semel.servlet;

import dev.semel.Context;
import dev.semel.http.Answer;
import dev.semel.http.Handler;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A guarded request of a route that runs in something else than a lease, such as a transaction: the application has to run within the guard's call, on
 * its thread, and its whole answer is gathered before the transaction is committed, up to a limit above which it fails. Then it is sent.
 */
final class InPlace implements Handler {
    private final Pass pass;
    private final ServletExchange exchange;
    private final Terms terms;
    private final CompletableFuture<Answer> answered = new CompletableFuture<>();
    private final CompletableFuture<Answer> outcome = new CompletableFuture<>();
    private @Nullable Run run;

    InPlace(Pass pass, ServletExchange exchange, Terms terms) {
        this.pass = pass;
        this.exchange = exchange;
        this.terms = terms;
    }

    @Override
    public CompletionStage<Answer> handle(byte[] body, @Nullable Context context) {
        Ending ending = new Ending(answered, outcome, terms);
        Run running = new Run(pass, new Call.Start(body, context), ending, exchange.formReadBefore());
        run = running;
        running.beginInPlace();
        return answered;
    }

    /** Sends what the guard says after it is recorded. */
    @SuppressWarnings("FutureReturnValueIgnored")
    void follow(CompletionStage<Answer> said) throws IOException, ServletException {
        Run running = run;
        if (running == null) {
            Sending.send(Ending.await(said.toCompletableFuture()), pass.response());
            return;
        }
        said.whenComplete((answer, thrown) -> {
            if (thrown == null) {
                outcome.complete(answer);
            } else {
                outcome.completeExceptionally(thrown);
            }
        });
        running.finishInPlace();
    }
}
