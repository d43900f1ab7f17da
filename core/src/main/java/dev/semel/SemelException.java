package dev.semel;

import org.jspecify.annotations.Nullable;

/** The superclass of all exceptions that Semel throws. A message never holds a payload, a secret or a key that came from outside. */
public abstract class SemelException extends RuntimeException {

    /** Creates an exception. The message gives what was expected, what was found and what to do. */
    protected SemelException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
