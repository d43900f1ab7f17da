package dev.semel.store;

import dev.semel.SemelException;

/** A store answered what no store may answer. The operation has not run on the strength of it. */
public final class StoreContractException extends SemelException {

    /** Says what the store did. */
    public StoreContractException(String what) {
        super("the store broke its contract: " + what + "; run StoreContract of semel-testkit on it", null);
    }
}
