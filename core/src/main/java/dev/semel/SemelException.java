package dev.semel;

import org.jspecify.annotations.Nullable;

/** The root of all that Semel throws. A message never holds a payload, a secret or a key that came from outside. */
public abstract class SemelException extends RuntimeException {

    /** Says what was expected, what was found and what to do about it. */
    protected SemelException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
