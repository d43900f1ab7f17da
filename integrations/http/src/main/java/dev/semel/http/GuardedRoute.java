package dev.semel.http;

import dev.semel.AfterFailure;
import dev.semel.Codec;
import dev.semel.Context;
import dev.semel.InvalidKeyException;
import dev.semel.LeaseLostException;
import dev.semel.NotRecordedException;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Policies;
import dev.semel.ResultNotKeptException;
import dev.semel.Semel;
import dev.semel.WaitInterruptedException;
import dev.semel.jackson.JsonKey;
import dev.semel.store.RecordId;
import dev.semel.store.ResultTooLargeException;
import dev.semel.store.StoreException;
import dev.semel.store.StoredRecord;
import dev.semel.store.UnreadableRecordException;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A route with its operation. A request goes through these steps:
 *
 * <ol>
 *   <li>Its key is read; what is malformed is refused before the store is asked.
 *   <li>Its body is read, up to the limit, and its fingerprint is taken.
 *   <li>It is claimed. Whoever owns it runs the handler, and its answer is stored before it is given to the adapter to be sent.
 *   <li>Everybody else gets the stored answer, or a problem document.
 * </ol>
 */
final class GuardedRoute {
    private static final Duration SOON = Duration.ofSeconds(1);

    private final Route route;
    private final PathPattern pattern;
    private final Requests requests;
    private final Operation<Answer> operation;
    private final Runner runner;
    private final Semel semel;
    private final String statusPath;

    GuardedRoute(Route route, Semel semel, String statusPath) {
        this.route = route;
        this.pattern = PathPattern.of(route.path);
        this.requests = new Requests(route);
        this.semel = semel;
        this.statusPath = statusPath;
        this.operation = operation(route, semel);
        this.runner = route.runner == null ? Operation::attemptStaged : route.runner;
    }

    private static Operation<Answer> operation(Route route, Semel semel) {
        // What is too large for a runner is replaced before it gets here; see keepable.
        int most = route.runner == null ? route.mostAnswerBytes : Integer.MAX_VALUE;
        Codec<Answer> codec = new AnswerCodec(new ReplayedHeaders(route.moreHeaders), most);
        AfterFailure unknown =
                Policies.asAbandoned(NotStored.HandlerFailed.class).orElse(Policies.runAgain());
        boolean runsAgain = route.afterAbandonment instanceof Policies.RunAgain;
        return semel.operation(route.operation, codec)
                .retention(route.retention)
                .lease(route.lease)
                .whileRunning(
                        route.duplicates instanceof Duplicates.Wait wait
                                ? Policies.waitUpTo(wait.limit())
                                : Policies.refuse())
                .afterAbandonment(route.afterAbandonment)
                .afterFailure(runsAgain ? Policies.runAgain() : unknown)
                .withoutStore(route.withoutStore ? Policies.runUnprotected() : Policies.refuse())
                .build();
    }

    boolean matches(String method, String path) {
        return route.methods.contains(method) && pattern.matches(path);
    }

    boolean runsInPlace() {
        return route.runner != null;
    }

    String operationName() {
        return route.operation;
    }

    int answerLimit() {
        return route.mostAnswerBytes;
    }

    Optional<CompletionStage<Answer>> handle(Exchange exchange, Handler handler) throws IOException {
        return route.keyInBody == null
                ? byHeader(exchange, handler)
                : Optional.of(byBody(exchange, route.keyInBody, handler));
    }

    /** What is refused for its key is refused before its body is read. */
    private Optional<CompletionStage<Answer>> byHeader(Exchange exchange, Handler handler) throws IOException {
        KeyField.Reading reading = KeyField.read(exchange.header(route.header));
        if (reading instanceof KeyField.Reading.Present present) {
            byte[] body = requests.body(exchange);
            return Optional.of(body == null ? tooLarge() : guarded(exchange, present.key(), body, handler));
        } else if (reading instanceof KeyField.Reading.Malformed malformed) {
            return Optional.of(now(Problem.KEY_MALFORMED.answer(
                    "The header " + route.header + " can't be used: " + malformed.why() + ".")));
        }
        return route.keyRequired ? Optional.of(now(missing())) : Optional.empty();
    }

    private CompletionStage<Answer> byBody(Exchange exchange, JsonKey place, Handler handler) throws IOException {
        byte[] body = requests.body(exchange);
        if (body == null) {
            return tooLarge();
        }
        String key;
        try {
            key = place.ofJson(body);
        } catch (IllegalArgumentException e) {
            return now(Problem.BODY_UNREADABLE.answer("The body must be JSON, since it holds the idempotency key."));
        }
        if (key != null) {
            return guarded(exchange, key, body, handler);
        }
        return route.keyRequired ? now(missing()) : handler.handle(body, null);
    }

    private CompletionStage<Answer> tooLarge() {
        return now(Problem.BODY_TOO_LARGE.answer("At most " + route.mostRequestBytes + " bytes are taken here."));
    }

    private Answer missing() {
        String where = route.keyInBody == null
                ? "in the header " + route.header
                : "in the body at " + String.join(" and ", route.keyInBody.places());
        return Problem.KEY_MISSING.answer(
                "Send a key that names this request, the same in every retry of it, " + where + ".");
    }

    private static CompletionStage<Answer> now(Answer answer) {
        return CompletableFuture.completedFuture(answer);
    }

    private CompletionStage<Answer> guarded(Exchange exchange, String key, byte[] body, Handler handler) {
        AtomicReference<@Nullable Answer> produced = new AtomicReference<>();
        CompletionStage<Outcome<Answer>> attempt;
        try {
            attempt = runner.attempt(
                    operationFor(exchange).inScope(scope(exchange)),
                    key,
                    requests.fingerprint(exchange, body),
                    context -> run(handler, body, context, produced));
        } catch (InvalidKeyException e) {
            return now(
                    Problem.KEY_MALFORMED.answer("The key can't be used: it is too long, or has control characters."));
        }
        return attempt.handle((outcome, thrown) -> {
            if (thrown != null) {
                return answerTo(unwrap(thrown), produced.get());
            }
            Answer first = produced.get();
            return outcome instanceof Outcome.Executed && first != null ? first : answer(outcome, exchange, key);
        });
    }

    private Operation<Answer> operationFor(Exchange exchange) {
        Duration timeLeft = exchange.timeLeft();
        return timeLeft == null ? operation : operation.endingWithin(timeLeft);
    }

    private CompletionStage<Answer> run(
            Handler handler, byte[] body, Context context, AtomicReference<@Nullable Answer> produced) {
        CompletionStage<Answer> answering;
        try {
            answering = handler.handle(body, context);
        } catch (Throwable thrown) {
            throw new NotStored.HandlerFailed(thrown);
        }
        return answering.handle((answer, thrown) -> {
            if (thrown != null) {
                throw new NotStored.HandlerFailed(unwrap(thrown));
            }
            produced.set(answer);
            if (answer.mayBeStored() && route.stored.test(answer)) {
                return keepable(answer);
            }
            throw answer.status() < 500 || !answer.mayBeStored()
                    ? new NotStored.NothingDone(answer)
                    : new NotStored.HandlerFailed(answer);
        });
    }

    /** A lease leaves a tombstone if its result can't be kept. Any other runner would undo all, so here the tombstone is what is kept. */
    private Answer keepable(Answer answer) {
        return route.runner == null || answer.body().length <= route.mostAnswerBytes ? answer : notKept();
    }

    private static Answer notKept() {
        return Problem.RESULT_NOT_KEPT.answer("Its answer was too large to be kept. It is not done again.");
    }

    private Answer answer(Outcome<Answer> outcome, Exchange exchange, String key) {
        if (outcome instanceof Outcome.Executed<Answer> executed) {
            return executed.value();
        } else if (outcome instanceof Outcome.Unprotected<Answer> unprotected) {
            return unprotected.value();
        } else if (outcome instanceof Outcome.Replayed<Answer> replayed) {
            return replayed.value().with("Idempotency-Replayed", "true");
        } else if (outcome instanceof Outcome.InProgress) {
            return inProgress(exchange, key);
        } else if (outcome instanceof Outcome.Mismatched) {
            return Problem.OTHER_REQUEST.answer(
                    route.statusOfOtherRequest, "Send this request with a key of its own.", null);
        } else if (outcome instanceof Outcome.InDoubt) {
            return Problem.IN_DOUBT.answer("It is being found out; do not send it with another key.");
        }
        return Problem.FAILED_BEFORE.answer("Send it with another key to try again.");
    }

    private Answer inProgress(Exchange exchange, String key) {
        if (!(route.duplicates instanceof Duplicates.Accepted)) {
            return Problem.IN_PROGRESS.answer(
                    Problem.IN_PROGRESS.status(), "Send it again with the same key a little later.", SOON);
        }
        StatusAddress address = new StatusAddress(route.operation, exchange.method(), exchange.path(), key);
        return Problem.IN_PROGRESS
                .answer(202, "See the address in Location for what becomes of it.", SOON)
                .with("Location", exchange.mount() + statusPath + "/" + address.segment());
    }

    private static Answer answerTo(Throwable thrown, @Nullable Answer produced) {
        if (thrown instanceof NotStored notStored) {
            Answer answer = notStored.answer();
            if (answer != null) {
                return answer;
            }
            throw new CompletionException(notStored.getCause());
        } else if (thrown instanceof ResultNotKeptException) {
            return produced != null ? produced : notKept();
        } else if (thrown instanceof LeaseLostException) {
            return Problem.OVERTAKEN.answer(Problem.OVERTAKEN.status(), "Send it again with the same key.", SOON);
        } else if (thrown instanceof NotRecordedException) {
            return Problem.NOT_RECORDED.answer("Find out what became of it before you send it with another key.");
        } else if (thrown instanceof UnreadableRecordException) {
            return Problem.UNREADABLE_RECORD.answer("It was not done again. The operator has to look at the record.");
        } else if (isUnavailable(thrown) || thrown instanceof WaitInterruptedException) {
            return Problem.STORE_UNAVAILABLE.answer(
                    Problem.STORE_UNAVAILABLE.status(),
                    produced == null
                            ? "Nothing was done. Send it again with the same key."
                            : "Whether it was done is not known. Send it again with the same key: it is not done twice.",
                    SOON);
        }
        throw new CompletionException(thrown);
    }

    /** A result that is too large for the store stays so, however often it is sent. */
    private static boolean isUnavailable(Throwable thrown) {
        return thrown instanceof StoreException && !(thrown instanceof ResultTooLargeException);
    }

    /** The record of a request that the asker could have made itself. */
    Optional<StoredRecord> find(Exchange asker, StatusAddress address) {
        Exchange asIfSent = new AsIfSent(asker, address);
        return semel.store().find(new RecordId(route.operation, scope(asIfSent), address.key()));
    }

    private String scope(Exchange exchange) {
        return route.scope == null
                ? Scopes.of(exchange.principal(), exchange.method(), exchange.path())
                : route.scope.apply(exchange);
    }

    private static Throwable unwrap(Throwable thrown) {
        return thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
    }
}
