package dev.semel.http;

import dev.semel.Context;
import org.jspecify.annotations.Nullable;

/** The ticket of a request without a key that was verified or counted, and is not recorded. */
final class UnguardedTicket extends OpenTicket {
    private final @Nullable RouteQuota quota;
    private final Admission.Granted admission;

    UnguardedTicket(Route route, byte[] body, Admission.Granted admission) {
        super(body, route.mostAnswerBytes, null);
        this.quota = route.quota;
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
            // The store is asked, which the thread that has given the answer may not be made to wait for.
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
