package dev.semel.http;

import java.util.Objects;
import java.util.concurrent.CompletionStage;

/** What an adapter does with a request that has entered. */
public sealed interface Entry {

    /** Let the request through as it is: it is not guarded, and its body has not been touched. */
    record PassThrough() implements Entry {}

    /**
     * Send this answer; the application does not run.
     *
     * @param answer a stored answer, a problem document or a status
     */
    record Send(Answer answer) implements Entry {
        /** Checks that there is one. */
        public Send {
            Objects.requireNonNull(answer, "answer");
        }
    }

    /**
     * Run the application, and end the ticket.
     *
     * @param ticket of this request
     */
    record Run(Ticket ticket) implements Entry {
        /** Checks that there is one. */
        public Run {
            Objects.requireNonNull(ticket, "ticket");
        }
    }

    /**
     * Wait: another request with the same key is running. An adapter that can't run the application after that {@linkplain Ticket#giveBack gives
     * the ticket back}.
     *
     * @param next completes with {@link Send} or {@link Run} on a thread of Semel's, which must not be blocked; or with what went wrong, perhaps
     *     already
     */
    record Wait(CompletionStage<Entry> next) implements Entry {
        /** Checks that there is one. */
        public Wait {
            Objects.requireNonNull(next, "next");
        }
    }
}
