package dev.semel.http;

import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Ends an attempt whose answer is sent but not stored. Never seen by users. */
abstract sealed class NotStored extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient @Nullable Answer answer;

    private NotStored(@Nullable Answer answer, @Nullable Throwable cause) {
        super(null, cause, true, false);
        this.answer = answer == null ? null : answer.notStored();
    }

    @Nullable
    Answer answer() {
        return answer;
    }

    /** Ends an attempt whose answer the route does not store. */
    static NotStored of(Answer answer) {
        if (answer.isUnfinished() && answer.mayBeStored()) {
            return new StillRunning(answer);
        }
        if (Statuses.isNothingDone(answer.status())) {
            return new NothingDone(answer);
        }
        return answer.status() < 500 || !answer.mayBeStored() ? new RunAgain(answer) : new HandlerFailed(answer);
    }

    /** Ends an attempt that failed. A time-out ends the waiting for the work, not the work; a framework may have wrapped it. */
    static NotStored after(Throwable thrown) {
        Throwable cause = thrown;
        for (int depth = 0; cause != null && depth < 10; depth++) {
            if (cause instanceof TimeoutException) {
                return new StillRunning(thrown);
            }
            cause = cause.getCause();
        }
        return new HandlerFailed(thrown);
    }

    /** The request was turned away, by a quota or by the application: nothing was done, and a first attempt leaves no record. */
    static final class NothingDone extends NotStored {
        private static final long serialVersionUID = 1;

        NothingDone(Answer answer) {
            super(answer, null);
        }
    }

    /** The application has asked not to store the answer, which does not say that nothing was done: the same request may run again. */
    static final class RunAgain extends NotStored {
        private static final long serialVersionUID = 1;

        RunAgain(Answer answer) {
            super(answer, null);
        }
    }

    /** The caller gets an answer, or an exception, while the work may still be running. */
    static final class StillRunning extends NotStored {
        private static final long serialVersionUID = 1;

        StillRunning(Answer answer) {
            super(answer, null);
        }

        StillRunning(Throwable cause) {
            super(null, cause);
        }
    }

    /** An answer of the 5xx kind, or an exception: whether something was done is not known. */
    static final class HandlerFailed extends NotStored {
        private static final long serialVersionUID = 1;

        HandlerFailed(Answer answer) {
            super(answer, null);
        }

        HandlerFailed(Throwable cause) {
            super(null, cause);
        }
    }
}
