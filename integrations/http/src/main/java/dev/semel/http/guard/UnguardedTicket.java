package dev.semel.http.guard;

import dev.semel.Context;
import dev.semel.http.Answer;
import dev.semel.http.Dialogue;
import dev.semel.http.Reply;
import dev.semel.http.RequestQuota;
import dev.semel.http.RequestQuota.Admission;
import dev.semel.http.Route;
import dev.semel.http.reply.NotStored;
import org.jspecify.annotations.Nullable;

/** The ticket of a request without a key that was verified or counted, and is not recorded. */
final class UnguardedTicket extends OpenTicket {
    private final @Nullable RequestQuota quota;
    private final Admission.Granted admission;

    UnguardedTicket(Route route, Dialogue dialogue, byte[] body, Admission.Granted admission) {
        super(body, route.answerLimit(), dialogue, null);
        this.quota = route.quota();
        this.admission = admission;
    }

    @Override
    public @Nullable Context context() {
        return null;
    }

    @Override
    void produced(Answer answer) {
        if (quota == null || quota.counts(answer)) {
            reply().complete(new Reply.AsProduced(admission.fields(), false));
        } else {
            // calls the store, which must not block the thread that produced the answer
            reply().completeAsync(() -> new Reply.AsProduced(admission.beside(false), false));
        }
    }

    @Override
    void ended(NotStored ending) {
        Answer instead = ending.answer();
        if (instead == null) {
            reply().completeExceptionally(ending.getCause());
        } else {
            reply().completeAsync(() -> new Reply.Instead(instead.adding(admission.beside(false))));
        }
    }
}
