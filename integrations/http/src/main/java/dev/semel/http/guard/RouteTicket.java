package dev.semel.http.guard;

import dev.semel.Context;
import dev.semel.Outcome;
import dev.semel.http.Answer;
import dev.semel.http.Entry;
import dev.semel.http.Header;
import dev.semel.http.Reply;
import dev.semel.http.RequestQuota;
import dev.semel.http.RequestQuota.Admission;
import dev.semel.http.Route;
import dev.semel.http.reply.NotStored;
import dev.semel.http.reply.Replies;
import dev.semel.http.request.KeyedRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A request with a key, from its claim to its reply. When it owns its record it is counted and passed to the adapter, and its answer is recorded if the
 * route stores it. A request that never owns its record is answered without the adapter.
 */
final class RouteTicket extends OpenTicket {
    private final Route route;
    private final Replies replies;
    private final KeyedRequest request;
    private final Waiters.Place place;
    private final RequestQuota.@Nullable Counting admissions;
    private final CompletableFuture<Answer> value = new CompletableFuture<>();
    private final CompletableFuture<Entry> entry = new CompletableFuture<>();
    private volatile @Nullable Context context;
    private volatile @Nullable Answer produced;
    private volatile boolean countsAlone;
    private volatile Admission.Granted admission = Admission.UNCOUNTED;

    /**
     * Creates the ticket of a request that is about to be claimed.
     *
     * @param place the place that the request leaves when it runs or is answered
     * @param admissions counts the request when it owns its record; {@code null} without a quota, or if it was counted before
     */
    RouteTicket(
            Replies replies, KeyedRequest request, Waiters.Place place, RequestQuota.@Nullable Counting admissions) {
        super(
                request.body(),
                replies.route().answerLimit(),
                replies.dialogue(),
                replies.route().sessions() == null ? null : Thread.currentThread());
        this.route = replies.route();
        this.replies = replies;
        this.request = request;
        this.place = place;
        this.admissions = admissions;
    }

    /** Sets the result of a count that came before the claim. */
    void admitted(Admission.Granted granted) {
        admission = granted;
    }

    /** Called when the request owns its record: passes it to the adapter, unless the quota is used up. */
    CompletionStage<Answer> begin(Context owned) {
        place.leave();
        if (admissions != null) {
            Admission asking = admissions.admit(request.exchange(), owned.facts());
            if (asking instanceof Admission.Refused refused) {
                throw new NotStored.NothingDone(refused.answer());
            }
            admitted((Admission.Granted) asking);
        }
        context = owned;
        entry.complete(new Entry.Run(this));
        return value;
    }

    /** Follows an attempt, and returns its present state. */
    @SuppressWarnings("FutureReturnValueIgnored")
    Entry follow(CompletionStage<Outcome<Answer>> attempt) {
        // what checks or makes a replay may block, and the thread that ends a wait must not; a transaction never waits
        // here
        if (route.sessions() == null
                && (route.replayCheck() != null || route.onReplay() != null)
                && !attempt.toCompletableFuture().isDone()) {
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
            if (route.stores(answer) && !isUndone(answer)) {
                value.complete(replies.keepable(answer));
                return;
            }
        } catch (RuntimeException | Error e) {
            // the work was done, so this must not count as a request that did nothing
            ended(new NotStored.HandlerFailed(e));
            return;
        }
        NotStored ending = NotStored.of(answer);
        countsAlone = ending instanceof NotStored.NothingDone;
        ended(ending);
    }

    /** Returns whether a refusal is sent although its transaction can only be rolled back. Any other answer would report a success that is undone, so it fails. */
    private boolean isUndone(Answer answer) {
        Context attempt = context;
        return route.sessions() != null && answer.status() >= 400 && attempt != null && !attempt.stillOwner();
    }

    @Override
    String unanswered() {
        return route.sessions() == null
                ? super.unanswered()
                : "a request of " + route.operation()
                        + " is answered asynchronously, and its route runs in transactions, which are bound to their thread; answer it on the thread that handles it, or let the route run under a lease";
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
            List<Header> added = new ArrayList<>(counted(first, outcome));
            added.addAll(replies.marksOfFirst(outcome));
            return new Reply.AsProduced(added, true);
        }
        Answer answer = replies.to(outcome, request);
        return new Reply.Instead(answer.adding(counted(answer, outcome)));
    }

    private Reply replyTo(Throwable thrown) {
        Answer first = produced;
        if (first != null && Replies.isSentAfter(thrown)) {
            return new Reply.AsProduced(counted(first, null), !(thrown instanceof NotStored));
        }
        Answer answer = Replies.to(thrown, first != null, replies.dialogue());
        return new Reply.Instead(answer.adding(counted(answer, null)));
    }

    /**
     * Settles the count, and returns the fields for the answer.
     *
     * @param answer the answer that is sent
     * @param outcome the outcome of the attempt; {@code null} if nothing was stored
     */
    private List<Header> counted(Answer answer, @Nullable Outcome<Answer> outcome) {
        RequestQuota quota = route.quota();
        if (quota == null) {
            return List.of();
        }
        boolean executed = outcome instanceof Outcome.Executed;
        if (outcome instanceof Outcome.Replayed<Answer> replayed && !quota.counts(replayed.value())) {
            // counted before the claim, after the count of the request that ran was taken back
            admission.giveBack();
        } else if (countsAlone) {
            admission.countAlone();
        } else if (executed && quota.counts(answer)) {
            admission.ensureCounted();
        }
        return admission.beside(!executed || quota.counts(answer));
    }
}
