package dev.semel.store;

import java.time.Instant;
import java.util.Optional;

/**
 * A place for results that are too large for an item, such as an S3 bucket. The application implements it; it must be safe for use by many
 * threads. An exception of either method counts as a failure of the store: a settlement is sent again, a replay is refused, and no work runs
 * twice.
 */
public interface LargeResults {

    /**
     * Keeps bytes under a name. It must return only when they are stored durably, since the record points to them right after. It may be called
     * again with the same name and the same bytes. An owner that dies after this call leaves bytes that no record points to; delete them after
     * {@code until}.
     *
     * @param name at most 128 letters, digits, {@code -} and {@code /}; different for every attempt of every record
     * @param until until when the bytes are needed; deleting them earlier loses a result
     */
    void put(String name, byte[] bytes, Instant until);

    /** Returns the bytes of a name, or empty if there are none. A record without its bytes is unreadable, and its work does not run again. */
    Optional<byte[]> get(String name);
}
