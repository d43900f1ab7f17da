package dev.semel.store;

import dev.semel.SemelException;

/** A store returned an answer that its contract forbids. The operation has not run because of that answer. */
public final class StoreContractException extends SemelException {

    /** Creates an exception with what the store did. */
    public StoreContractException(String what) {
        super("the store broke its contract: " + what + "; run StoreContract of semel-testkit on it", null);
    }
}
