package dev.semel.http.reply;

import dev.semel.http.Answer;
import dev.semel.http.Statuses;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Ends an attempt whose answer is sent but not stored. Users never get it. */
public abstract sealed class NotStored extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient @Nullable Answer answer;

    private NotStored(@Nullable Answer answer, @Nullable Throwable cause) {
        super(null, cause, true, false);
        this.answer = answer == null ? null : answer.notStored();
    }

    /** Returns the answer to send, excluded from being stored; {@code null} if the attempt ended with an exception. */
    public @Nullable Answer answer() {
        return answer;
    }

    /** Returns the end of an attempt whose answer the route does not store. */
    public static NotStored of(Answer answer) {
        if (answer.isUnfinished() && answer.mayBeStored()) {
            return new StillRunning(answer);
        }
        if (Statuses.isNothingDone(answer.status())) {
            return new NothingDone(answer);
        }
        return answer.status() < 500 || !answer.mayBeStored() ? new RunAgain(answer) : new HandlerFailed(answer);
    }

    /** Returns the end of a failed attempt. A time-out, which a framework may have wrapped, ends the waiting for the work and not the work. */
    public static NotStored after(Throwable thrown) {
        Throwable cause = thrown;
        for (int depth = 0; cause != null && depth < 10; depth++) {
            if (cause instanceof TimeoutException) {
                return new StillRunning(thrown);
            }
            cause = cause.getCause();
        }
        return new HandlerFailed(thrown);
    }

    /** The quota or the application refused the request: nothing was done, and a first attempt leaves no record. */
    public static final class NothingDone extends NotStored {
        private static final long serialVersionUID = 1;

        /** Creates the end of a request that was refused with this answer. */
        public NothingDone(Answer answer) {
            super(answer, null);
        }
    }

    /** The application excluded the answer from being stored, although the request may have taken effect: the same request may run again. */
    public static final class RunAgain extends NotStored {
        private static final long serialVersionUID = 1;

        /** Creates the end of a request whose answer is excluded from being stored. */
        public RunAgain(Answer answer) {
            super(answer, null);
        }
    }

    /** The caller gets an answer, or an exception, while the work may still be running. */
    public static final class StillRunning extends NotStored {
        private static final long serialVersionUID = 1;

        /** Creates the end of a request that was answered while its work may be running. */
        public StillRunning(Answer answer) {
            super(answer, null);
        }

        /** Creates the end of a request that failed while its work may be running. */
        public StillRunning(Throwable cause) {
            super(null, cause);
        }
    }

    /** A 5xx or an exception: whether the request took effect is unknown. */
    public static final class HandlerFailed extends NotStored {
        private static final long serialVersionUID = 1;

        /** Creates the end of a request with an answer that leaves its effect unknown. */
        public HandlerFailed(Answer answer) {
            super(answer, null);
        }

        /** Creates the end of a request with an exception. */
        public HandlerFailed(Throwable cause) {
            super(null, cause);
        }
    }
}
