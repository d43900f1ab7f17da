package dev.semel.dynamodb;

import java.time.Instant;
import java.util.Optional;

/**
 * Where results go that are too large for an item: an S3 bucket, a file system. Implemented by the application, safe for use by many
 * threads. What either method throws counts as a failure of the store: a settlement is sent again, a replay is refused, nothing runs twice.
 */
public interface LargeResults {

    /**
     * Keeps bytes under a name. It returns when they are stored durably, since the record points to them right after. It may be called again
     * with the same name and the same bytes. An owner that dies after this leaves bytes that nothing points to; let them end
     * with {@code until}.
     *
     * @param name at most 128 letters, digits, {@code -} and {@code /}; different for every attempt of every record
     * @param until when nobody will ask for them any more; deleting them earlier loses a result
     */
    void put(String name, byte[] bytes, Instant until);

    /** The bytes of that name; empty if there are none, which makes the record unreadable and never runs it again. */
    Optional<byte[]> get(String name);
}
