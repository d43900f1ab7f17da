package dev.semel.store;

import dev.semel.SemelException;
import org.jspecify.annotations.Nullable;

/**
 * There is a record, and it can't be read: it was written by a newer version, by another codec, or it is damaged. The operation has
 * not run, since it may have taken effect before.
 */
public final class UnreadableRecordException extends SemelException {

    /** Names the record and says what was expected and what was found. */
    public UnreadableRecordException(RecordId id, String why, @Nullable Throwable cause) {
        super("the record " + id + " can't be read: " + why, cause);
    }

    /**
     * Says what is damaged, and what an operator can do about it. The record stays as it is until its retention ends.
     *
     * @param what a clause such as {@code its result has no checksum}; no data of the record's
     */
    public static UnreadableRecordException damaged(RecordId id, String what, @Nullable Throwable cause) {
        return new UnreadableRecordException(
                id,
                what
                        + ", so it is damaged and is never replayed; find out whether the operation took effect, and delete the"
                        + " record if it may run again",
                cause);
    }
}
