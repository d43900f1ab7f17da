package dev.semel.store;

import dev.semel.SemelException;
import org.jspecify.annotations.Nullable;

/**
 * There is a record, and it can't be read: it was written by a newer version or by another codec, or it is damaged. The
 * operation has not run, since it may have taken effect before.
 */
public final class UnreadableRecordException extends SemelException {

    /** Creates an exception that names the record, what was expected and what was found. */
    public UnreadableRecordException(RecordId id, String why, @Nullable Throwable cause) {
        super("the record " + id + " can't be read: " + why, cause);
    }

    /**
     * Returns an exception that names the damage, and what an operator can do about it. The record stays unchanged
     * until its retention ends.
     *
     * @param what a clause such as {@code its result has no checksum}; no data of the record
     */
    public static UnreadableRecordException damaged(RecordId id, String what, @Nullable Throwable cause) {
        return new UnreadableRecordException(
                id,
                what
                        + ", so it is damaged and is never replayed; determine whether the operation took effect, and delete the"
                        + " record if it may run again",
                cause);
    }
}
