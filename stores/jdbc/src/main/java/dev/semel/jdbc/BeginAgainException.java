package dev.semel.jdbc;

import dev.semel.store.RecordId;
import dev.semel.store.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * A call in a transaction that began with it could not claim its record because of others at the same moment, such as in a deadlock. The work has
 * not run. Roll back, begin a new transaction and call again.
 */
public final class BeginAgainException extends StoreException {
    BeginAgainException(RecordId id, @Nullable Throwable cause) {
        super(
                "the record " + id
                        + " was changed by others while this transaction began, and its work has not run; roll back and call again"
                        + " in a new transaction",
                cause);
    }
}
