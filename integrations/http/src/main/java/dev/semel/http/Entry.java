package dev.semel.http;

import java.util.Objects;
import java.util.concurrent.CompletionStage;

/** The decision about a request that has entered: what its adapter does next. */
public sealed interface Entry {

    /** Let the request through unchanged: it is not guarded, and its body has not been read. */
    record PassThrough() implements Entry {}

    /**
     * Send this answer; the application does not run.
     *
     * @param answer a stored answer, a problem document or a status
     */
    record Send(Answer answer) implements Entry {
        /** Rejects {@code null}. */
        public Send {
            Objects.requireNonNull(answer, "answer");
        }
    }

    /**
     * Run the application, and end the ticket.
     *
     * @param ticket the ticket of this request
     */
    record Run(Ticket ticket) implements Entry {
        /** Rejects {@code null}. */
        public Run {
            Objects.requireNonNull(ticket, "ticket");
        }
    }

    /**
     * Wait: another request with the same key is running. An adapter that cannot run the application afterwards {@linkplain Ticket#giveBack gives
     * the ticket back}.
     *
     * @param next completes with {@link Send} or {@link Run}, or with an exception, on one of Semel's threads, which must not be blocked. It may
     *     be complete already
     */
    record Wait(CompletionStage<Entry> next) implements Entry {
        /** Rejects {@code null}. */
        public Wait {
            Objects.requireNonNull(next, "next");
        }
    }
}
