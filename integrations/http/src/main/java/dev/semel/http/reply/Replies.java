package dev.semel.http.reply;

import dev.semel.Facts;
import dev.semel.Outcome;
import dev.semel.ResultNotKeptException;
import dev.semel.http.Answer;
import dev.semel.http.Dialogue;
import dev.semel.http.Exchange;
import dev.semel.http.Header;
import dev.semel.http.Problem;
import dev.semel.http.Refusal;
import dev.semel.http.Route;
import dev.semel.http.request.KeyedRequest;
import dev.semel.http.status.StatusAddress;
import dev.semel.http.status.StatusAddresses;
import dev.semel.policy.Policies;
import dev.semel.store.RecordId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** The replies to the callers of a route: which answer or problem follows from an outcome or an exception. */
public final class Replies {
    private static final Refusal NOT_KEPT =
            Problem.RESULT_NOT_KEPT.refusal("Its answer was too large to be stored. It does not run again.");

    private final Route route;
    private final Dialogue dialogue;
    private final StatusAddresses addresses;

    /** Creates the replies of a route. */
    public Replies(Route route, Dialogue dialogue, StatusAddresses addresses) {
        this.route = route;
        this.dialogue = dialogue;
        this.addresses = addresses;
    }

    /** Returns the route whose callers these are replies to. */
    public Route route() {
        return route;
    }

    /** Returns the dialogue with these callers. */
    public Dialogue dialogue() {
        return dialogue;
    }

    /** Returns the answer to store. A lease leaves a tombstone if a result is too large. A transaction would undo everything, so there the tombstone is stored as the answer. */
    public Answer keepable(Answer answer) {
        return route.sessions() == null || answer.body().length <= route.answerLimit()
                ? answer
                : dialogue.answer(NOT_KEPT);
    }

    /** Returns the answer to a request that did not run. */
    public Answer to(Outcome<Answer> outcome, KeyedRequest request) {
        if (outcome instanceof Outcome.Executed<Answer> executed) {
            return executed.value();
        } else if (outcome instanceof Outcome.Unprotected<Answer> unprotected) {
            return unprotected.value();
        } else if (outcome instanceof Outcome.Replayed<Answer> replayed) {
            return replayed(replayed, request);
        } else if (outcome instanceof Outcome.InProgress) {
            return inProgress(request);
        } else if (outcome instanceof Outcome.Mismatched) {
            return dialogue.answer(Problem.OTHER_REQUEST
                    .refusal("Send this request with a different key.")
                    .status(route.statusOfOtherRequest()));
        } else if (outcome instanceof Outcome.InDoubt) {
            return dialogue.answer(Problem.IN_DOUBT.refusal(
                    "The outcome of the earlier request is still unknown. Do not retry with a different key."));
        }
        return dialogue.answer(Problem.FAILED_BEFORE.refusal("Send it with another key to try again."));
    }

    /** The stored answer, unless the route's check refuses it to this caller. */
    private Answer replayed(Outcome.Replayed<Answer> replayed, KeyedRequest request) {
        BiPredicate<Exchange, byte[]> check = route.replayCheck();
        return check == null || check.test(request.exchange(), request.body())
                ? rendered(replayed, request)
                : dialogue.answer(
                        Problem.REPLAY_REFUSED.refusal("It was done before. This caller may not get its answer now."));
    }

    private Answer rendered(Outcome.Replayed<Answer> replayed, KeyedRequest request) {
        Answer stored = replayed.value();
        BiFunction<Exchange, Answer, Answer> renderer = route.onReplay();
        Answer answer = renderer == null ? stored : renderer.apply(request.exchange(), stored);
        List<Header> marks = dialogue.marksOfReplay(untilExpiry(replayed.facts(), stored));
        return ReplayedMember.in(answer.replayedTo(request.origin(), marks), dialogue.replayedMember());
    }

    /** Returns the headers of a first answer that is stored. */
    public List<Header> marksOfFirst(Outcome<Answer> outcome) {
        return outcome instanceof Outcome.Executed<Answer> executed
                ? dialogue.marksOfFirst(untilExpiry(executed.facts(), executed.value()))
                : List.of();
    }

    /** Returns how long an answer is replayed from now on. Where the store has not said, the answer was just stored. */
    private Duration untilExpiry(Facts facts, Answer answer) {
        Instant expiresAt = facts.expiresAt();
        return expiresAt == null ? route.retentionOf(answer) : Duration.between(facts.asOf(), expiresAt);
    }

    private Answer inProgress(KeyedRequest request) {
        return address(request)
                .map(path ->
                        dialogue.accepted(String.join("", request.exchange().mounts()) + path))
                .orElseGet(() -> dialogue.inProgress("Send it again with the same key a little later."));
    }

    private Optional<String> address(KeyedRequest request) {
        if (!(route.policy().whileRunning() instanceof Policies.Accept)) {
            return Optional.empty();
        }
        Exchange exchange = request.exchange();
        RecordId id = new RecordId(route.operation(), route.scopeOf(exchange), request.key());
        StatusAddress address = new StatusAddress(route.operation(), exchange.method(), exchange.path(), request.key());
        return route.sessions() != null
                ? addresses.publishLater(id, address, route.policy().retention())
                : addresses.publish(id, address, route.policy().retention());
    }

    /** Returns whether an answer is sent although it is not stored. */
    public static boolean isSentAfter(Throwable thrown) {
        return thrown instanceof ResultNotKeptException
                || (thrown instanceof NotStored notStored && notStored.answer() != null);
    }

    /**
     * Returns the answer to a request that ended in an exception.
     *
     * @param mayBeDone whether the application has answered
     * @throws CompletionException if the application threw the exception, which is the cause
     */
    public static Answer to(Throwable thrown, boolean mayBeDone, Dialogue dialogue) {
        if (thrown instanceof NotStored notStored) {
            Answer answer = notStored.answer();
            if (answer != null) {
                return answer;
            }
            throw new CompletionException(notStored.getCause());
        } else if (thrown instanceof ResultNotKeptException) {
            return dialogue.answer(NOT_KEPT);
        }
        Problem problem = Problem.of(thrown).orElse(null);
        String detail = problem == null ? null : detail(problem, mayBeDone);
        if (problem == null || detail == null) {
            throw new CompletionException(thrown);
        }
        return dialogue.answer(problem.refusal(detail));
    }

    /** Returns what the caller can do, or {@code null} for an exception that only the application can have thrown. */
    private static @Nullable String detail(Problem problem, boolean mayBeDone) {
        return switch (problem) {
            case OVERTAKEN -> "Send it again with the same key.";
            case NOT_RECORDED -> "Determine its outcome before you send it with another key.";
            case UNREADABLE_RECORD -> "It did not run again. The operator must check the record.";
            case STORE_UNAVAILABLE ->
                mayBeDone
                        ? "Whether it was done is unknown. Send it again with the same key: it does not run twice."
                        : "Nothing was done. Send it again with the same key.";
            default -> null;
        };
    }
}
