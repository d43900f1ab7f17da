package dev.semel.servlet.request;

import dev.semel.http.Answer;
import java.util.Optional;

/**
 * Thrown if a form or a multipart body exceeds a limit. Containers throw an {@link IllegalStateException} in this case, too. If the application
 * does not catch it, the caller gets 400 or 413.
 */
public final class TooMuchException extends IllegalStateException {
    private static final long serialVersionUID = 1;
    private final int status;

    private TooMuchException(int status, String message) {
        super(message);
        this.status = status;
    }

    /** Returns an exception for a size. Frameworks recognise it by its words. */
    static TooMuchException size(String what, long most) {
        return new TooMuchException(413, "the size of " + what + " exceeds " + most + " bytes");
    }

    static TooMuchException count(String what, int most) {
        return new TooMuchException(400, "the request has more than " + most + " " + what);
    }

    /** Finds one among the causes of an exception. */
    public static Optional<TooMuchException> in(Throwable thrown) {
        Throwable cause = thrown;
        for (int depth = 0; cause != null && depth < 20; depth++) {
            if (cause instanceof TooMuchException found) {
                return Optional.of(found);
            }
            cause = cause.getCause();
        }
        return Optional.empty();
    }

    /** Returns the answer to the caller. It is not stored, since the request was refused. */
    public Answer answer() {
        return Answer.problem(status, getMessage()).notStored();
    }
}
