package dev.semel;

import org.jspecify.annotations.Nullable;

/**
 * A store call failed, or its outcome is unknown. The engine repeats the same call, which the store recognises, and
 * throws this if repeating it does not help.
 */
public class StoreException extends SemelException {

    /** Creates an exception. The message gives what failed and what to do, with the message of the client or driver. */
    public StoreException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
