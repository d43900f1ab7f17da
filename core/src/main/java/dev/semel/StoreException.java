package dev.semel;

import org.jspecify.annotations.Nullable;

/**
 * A store could not do what it was asked, or could not tell whether it did. The engine sends the same call again, which the store
 * recognises, and reports the failure when that does not help.
 */
public class StoreException extends SemelException {

    /** Says what failed and what to do about it, with what the client or driver said. */
    public StoreException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
