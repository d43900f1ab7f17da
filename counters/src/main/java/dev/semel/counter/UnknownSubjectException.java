package dev.semel.counter;

import dev.semel.SemelException;

/** A counter that knows its subjects was asked about another one. Nothing was counted. */
public final class UnknownSubjectException extends SemelException {

    UnknownSubjectException(String counter) {
        super(
                "the counter " + counter
                        + " does not know this subject; make it known with register(subject), or let the counter create"
                        + " subjects as they come",
                null);
    }
}
