package dev.semel.servlet;

import dev.semel.http.Answer;
import java.util.Optional;

/**
 * A form or a multipart body has more than is taken. Containers throw an {@link IllegalStateException} for that; if the application does not catch
 * it, the caller gets 400 or 413.
 */
final class TooMuchException extends IllegalStateException {
    private static final long serialVersionUID = 1;
    private final int status;

    private TooMuchException(int status, String message) {
        super(message);
        this.status = status;
    }

    /** Frameworks tell by the words whether it was too large. */
    static TooMuchException size(String what, long most) {
        return new TooMuchException(413, "the size of " + what + " exceeds " + most + " bytes");
    }

    static TooMuchException count(String what, int most) {
        return new TooMuchException(400, "the request has more than " + most + " " + what);
    }

    /** The one that caused another, if any. */
    static Optional<TooMuchException> in(Throwable thrown) {
        Throwable cause = thrown;
        for (int depth = 0; cause != null && depth < 20; depth++) {
            if (cause instanceof TooMuchException found) {
                return Optional.of(found);
            }
            cause = cause.getCause();
        }
        return Optional.empty();
    }

    /** For the caller. Nothing of it is stored: the request was refused. */
    Answer answer() {
        return Answer.problem(status, getMessage()).notStored();
    }
}
