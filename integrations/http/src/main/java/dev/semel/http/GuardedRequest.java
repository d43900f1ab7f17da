package dev.semel.http;

import dev.semel.Context;
import dev.semel.Outcome;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** A request that may run once: it is counted, handled, and it is decided whether its answer is stored. */
final class GuardedRequest {
    private final Route route;
    private final Asked asked;
    private final @Nullable Admissions admissions;
    private final Waiters.Place place;
    private final List<String> origin;
    private volatile @Nullable Answer produced;
    private volatile boolean countsAlone;
    private volatile Admission.Granted admission = Admission.UNCOUNTED;

    /**
     * A request.
     *
     * @param admissions that are asked when it runs; {@code null} if there are none, or they were asked before
     * @param place that it leaves when it runs
     */
    GuardedRequest(Route route, Asked asked, @Nullable Admissions admissions, Waiters.Place place) {
        this.route = route;
        this.asked = asked;
        this.admissions = admissions;
        this.place = place;
        // As long as the server surely has the request.
        this.origin = asked.exchange.header("Origin");
    }

    /** It was counted before it could be claimed. */
    void admitted(Admission.Granted granted) {
        admission = granted;
    }

    /** It owns its record. */
    CompletionStage<Answer> run(Context context) {
        place.leave();
        if (admissions != null) {
            Admission asking = admissions.admit(asked.exchange, context.facts());
            if (asking instanceof Admission.Refused refused) {
                throw new NotStored.NothingDone(refused.answer());
            }
            admitted((Admission.Granted) asking);
        }
        return handled(context);
    }

    private CompletionStage<Answer> handled(Context context) {
        CompletionStage<Answer> answering;
        try {
            answering = asked.handler.handle(asked.body, context);
        } catch (Throwable thrown) {
            throw failure(thrown);
        }
        return answering.handle((answer, thrown) -> {
            if (thrown != null) {
                throw failure(unwrap(thrown));
            }
            produced = answer;
            if (isStored(answer)) {
                return keepable(answer);
            }
            NotStored ending = notStored(answer);
            countsAlone = ending instanceof NotStored.NothingDone;
            throw ending;
        });
    }

    private static NotStored notStored(Answer answer) {
        if (answer.isUnfinished() && answer.mayBeStored()) {
            return new NotStored.StillRunning(answer);
        }
        if (Statuses.isNothingDone(answer.status()) && !answer.isForRetry()) {
            return new NotStored.NothingDone(answer);
        }
        return answer.status() < 500 || !answer.mayBeStored()
                ? new NotStored.RunAgain(answer)
                : new NotStored.HandlerFailed(answer);
    }

    /** A time-out ends the waiting for the work, not the work. A framework may have wrapped it. */
    private static NotStored failure(Throwable thrown) {
        Throwable cause = thrown;
        for (int depth = 0; cause != null && depth < 10; depth++) {
            if (cause instanceof TimeoutException) {
                return new NotStored.StillRunning(thrown);
            }
            cause = cause.getCause();
        }
        return new NotStored.HandlerFailed(thrown);
    }

    private boolean isStored(Answer answer) {
        try {
            return answer.mayBeStored() && route.stored.test(answer);
        } catch (RuntimeException | Error e) {
            // The work was done, so this must not count as if it had not been.
            throw new NotStored.HandlerFailed(e);
        }
    }

    /** A lease leaves a tombstone if its result can't be kept. Any other runner would undo all, so here the tombstone is what is kept. */
    private Answer keepable(Answer answer) {
        return route.runner == null || answer.body().length <= route.mostAnswerBytes ? answer : notKept();
    }

    static Answer notKept() {
        return Problem.RESULT_NOT_KEPT.answer("Its answer was too large to be kept. It is not done again.");
    }

    /** What becomes of an attempt. A check before a replay may block, which the thread that ends a wait must not. */
    CompletionStage<Answer> ending(
            CompletionStage<Outcome<Answer>> attempt,
            BiFunction<@Nullable Outcome<Answer>, @Nullable Throwable, Answer> ending) {
        boolean elsewhere =
                route.replayCheck != null && !attempt.toCompletableFuture().isDone();
        return elsewhere ? attempt.handleAsync(ending) : attempt.handle(ending);
    }

    /** The stored answer, unless the route's check refuses it to this caller. */
    Answer replayed(Answer stored) {
        BiPredicate<Exchange, byte[]> check = route.replayCheck;
        return check == null || check.test(asked.exchange, asked.body)
                ? stored.replayedTo(origin)
                : Problem.REPLAY_REFUSED.answer("It was done before. Its answer is not for this caller now.");
    }

    /** What the application has answered; {@code null} if it has not, or failed. */
    @Nullable
    Answer produced() {
        return produced;
    }

    /**
     * Returns its answer with what is left of its quota, if it was counted.
     *
     * @param outcome of the attempt; {@code null} if nothing was stored
     */
    Answer marked(Answer answer, @Nullable Outcome<Answer> outcome) {
        RouteQuota quota = route.quota;
        if (quota == null) {
            return answer;
        }
        boolean executed = outcome instanceof Outcome.Executed;
        if (outcome instanceof Outcome.Replayed<Answer> replayed && !quota.counts(replayed.value())) {
            // Counted before it was claimed, after the one that ran had been given back its count.
            admission.giveBack();
        } else if (countsAlone) {
            admission.countAlone();
        } else if (executed && quota.counts(answer)) {
            admission.ensureCounted();
        }
        return answer.adding(admission.beside(!executed || quota.counts(answer)));
    }

    static Throwable unwrap(Throwable thrown) {
        return thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
    }
}
