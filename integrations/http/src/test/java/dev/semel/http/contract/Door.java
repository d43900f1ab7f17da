package dev.semel.http.contract;

import dev.semel.http.Answer;
import dev.semel.http.Entrance;
import dev.semel.http.Entry;
import dev.semel.http.Exchange;
import dev.semel.http.HttpGuard;
import dev.semel.http.Reply;
import dev.semel.http.Ticket;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The least that an adapter does, without a server: takes a request through a guard and gives the whole answer. */
public final class Door {
    private final Handler handler;
    private final CompletableFuture<Answer> sent = new CompletableFuture<>();

    private Door(Handler handler) {
        this.handler = handler;
    }

    /**
     * Takes a request through.
     *
     * @return the answer to send; empty if the request passes through
     */
    public static Optional<CompletionStage<Answer>> handle(HttpGuard guard, Exchange exchange, Handler handler)
            throws IOException {
        Optional<Entrance> found = guard.find(exchange);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        Door door = new Door(handler);
        Entry entry = found.get().enter(exchange);
        if (entry instanceof Entry.PassThrough) {
            return Optional.empty();
        }
        door.follow(entry);
        if (found.get().threadBound()
                && entry instanceof Entry.Run run
                && run.ticket().context() != null) {
            run.ticket().close();
        }
        return Optional.of(door.sent);
    }

    /** Returns what a status address says; empty if the request is not for one. */
    public static Optional<Answer> status(HttpGuard guard, Exchange exchange) {
        try {
            return handle(guard, exchange, (body, context) -> {
                        throw new AssertionError("a status address runs nothing");
                    })
                    .map(answer -> answer.toCompletableFuture().join());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns how much of its body a request has to have read. */
    public static OptionalInt requestLimit(HttpGuard guard, Exchange exchange) {
        return guard.find(exchange).map(found -> found.requestLimit(exchange)).orElse(OptionalInt.empty());
    }

    @SuppressWarnings("FutureReturnValueIgnored")
    private void follow(Entry entry) {
        if (entry instanceof Entry.Send send) {
            sent.complete(send.answer());
        } else if (entry instanceof Entry.Run running) {
            run(running.ticket());
        } else if (entry instanceof Entry.Wait waiting) {
            waiting.next().whenComplete((next, thrown) -> {
                if (thrown == null) {
                    follow(next);
                } else {
                    sent.completeExceptionally(thrown);
                }
            });
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored")
    private void run(Ticket ticket) {
        CompletionStage<Answer> answering;
        try {
            answering = handler.handle(ticket.body(), ticket.context());
        } catch (Throwable thrown) {
            answering = CompletableFuture.failedFuture(thrown);
        }
        CompletableFuture<Answer> produced = answering.toCompletableFuture();
        ticket.reply().whenComplete((reply, thrown) -> {
            if (thrown == null) {
                sent.complete(answer(reply, produced.getNow(null)));
            } else {
                sent.completeExceptionally(thrown);
            }
        });
        produced.whenComplete((answer, thrown) -> {
            if (thrown == null) {
                ticket.finish(answer);
            } else {
                ticket.fail(thrown);
            }
        });
    }

    /** As the caller gets it, and with whether it was stored. */
    private static Answer answer(Reply reply, Answer produced) {
        Answer answer = reply.answerFor(produced);
        return reply instanceof Reply.AsProduced as && !as.storable() ? answer.notStored() : answer;
    }
}
