package dev.semel.http;

import dev.semel.Context;
import dev.semel.Outcome;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A request with a key, from its claim to its reply. When it owns its record it is counted and handed out, and its answer is recorded if the route stores
 * it. A request that never owns its record is answered without being handed out.
 */
final class RouteTicket extends OpenTicket {
    private final Route route;
    private final Replies replies;
    private final KeyedRequest request;
    private final Waiters.Place place;
    private final @Nullable Admissions admissions;
    private final CompletableFuture<Answer> value = new CompletableFuture<>();
    private final CompletableFuture<Entry> entry = new CompletableFuture<>();
    private volatile @Nullable Context context;
    private volatile @Nullable Answer produced;
    private volatile boolean countsAlone;
    private volatile Admission.Granted admission = Admission.UNCOUNTED;

    /**
     * A request that is about to be claimed.
     *
     * @param place that it leaves when it runs or is answered
     * @param admissions that are asked when it owns its record; {@code null} if there are none, or they were asked before
     */
    RouteTicket(Replies replies, KeyedRequest request, Waiters.Place place, @Nullable Admissions admissions) {
        super(
                request.body,
                replies.route.mostAnswerBytes,
                replies.route.sessions == null ? null : Thread.currentThread());
        this.route = replies.route;
        this.replies = replies;
        this.request = request;
        this.place = place;
        this.admissions = admissions;
    }

    /** It was counted before it could be claimed. */
    void admitted(Admission.Granted granted) {
        admission = granted;
    }

    /** It owns its record: hands it out, unless there is no room for it in the quota. */
    CompletionStage<Answer> begin(Context owned) {
        place.leave();
        if (admissions != null) {
            Admission asking = admissions.admit(request.exchange, owned.facts());
            if (asking instanceof Admission.Refused refused) {
                throw new NotStored.NothingDone(refused.answer());
            }
            admitted((Admission.Granted) asking);
        }
        context = owned;
        entry.complete(new Entry.Run(this));
        return value;
    }

    /** Follows an attempt, and returns what is known of it now. */
    @SuppressWarnings("FutureReturnValueIgnored")
    Entry follow(CompletionStage<Outcome<Answer>> attempt) {
        // A check before a replay may block, which the thread that ends a wait must not.
        if (route.replayCheck != null && !attempt.toCompletableFuture().isDone()) {
            attempt.whenCompleteAsync(this::settle);
        } else {
            attempt.whenComplete(this::settle);
        }
        return entry.isDone() && !entry.isCompletedExceptionally() ? entry.join() : new Entry.Wait(entry);
    }

    @Override
    public @Nullable Context context() {
        return context;
    }

    @Override
    void produced(Answer answer) {
        produced = answer;
        try {
            if (replies.isStored(answer) && !isUndone(answer)) {
                value.complete(replies.keepable(answer));
                return;
            }
        } catch (RuntimeException | Error e) {
            // The work was done, so this must not count as if it had not been.
            ended(new NotStored.HandlerFailed(e));
            return;
        }
        NotStored ending = NotStored.of(answer);
        countsAlone = ending instanceof NotStored.NothingDone;
        ended(ending);
    }

    /** A refusal is sent although the transaction can only be rolled back. Any other answer would report a success that is undone, so it fails. */
    private boolean isUndone(Answer answer) {
        Context attempt = context;
        return route.sessions != null && answer.status() >= 400 && attempt != null && !attempt.stillOwner();
    }

    @Override
    String unanswered() {
        return route.sessions == null
                ? super.unanswered()
                : "a request of " + route.operation
                        + " is answered asynchronously, and its route runs in transactions, which are bound to their thread; answer it on the"
                        + " thread that handles it, or let the route run under a lease";
    }

    @Override
    void ended(NotStored ending) {
        value.completeExceptionally(ending);
    }

    private void settle(@Nullable Outcome<Answer> outcome, @Nullable Throwable thrown) {
        try {
            Reply said = outcome == null ? replyTo(unwrap(Objects.requireNonNull(thrown))) : replyTo(outcome);
            reply().complete(said);
            if (said instanceof Reply.Instead instead) {
                entry.complete(new Entry.Send(instead.answer()));
            }
        } catch (Throwable e) {
            reply().completeExceptionally(unwrap(e));
            entry.completeExceptionally(unwrap(e));
        } finally {
            place.leave();
        }
    }

    private Reply replyTo(Outcome<Answer> outcome) {
        boolean ran = outcome instanceof Outcome.Executed || outcome instanceof Outcome.Unprotected;
        Answer first = produced;
        if (ran && first != null) {
            return new Reply.AsProduced(counted(first, outcome), true);
        }
        Answer answer = replies.to(outcome, request);
        return new Reply.Instead(answer.adding(counted(answer, outcome)));
    }

    private Reply replyTo(Throwable thrown) {
        Answer first = produced;
        if (first != null && Replies.isSentAfter(thrown)) {
            return new Reply.AsProduced(counted(first, null), !(thrown instanceof NotStored));
        }
        Answer answer = Replies.to(thrown, first != null);
        return new Reply.Instead(answer.adding(counted(answer, null)));
    }

    /**
     * Settles what was counted, and returns what to say of it.
     *
     * @param answer that is sent
     * @param outcome of the attempt; {@code null} if nothing was stored
     */
    private List<Header> counted(Answer answer, @Nullable Outcome<Answer> outcome) {
        RouteQuota quota = route.quota;
        if (quota == null) {
            return List.of();
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
        return admission.beside(!executed || quota.counts(answer));
    }
}
