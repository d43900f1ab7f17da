package dev.semel.counter;

import dev.semel.SemelException;

/** Thrown if a counter refuses unknown subjects and the subject is not registered. Nothing was counted. */
public final class UnknownSubjectException extends SemelException {

    UnknownSubjectException(String counter) {
        super(
                "the counter " + counter
                        + " does not know this subject; register it with register(subject), or let the counter create"
                        + " subjects on first use",
                null);
    }
}
