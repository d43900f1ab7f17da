package dev.semel.torture.book;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The table to which transactions write their effects. It accepts any row, any number of times. Made and read by the driver. Not for use by many threads. */
public interface Books extends AutoCloseable {

    /** Makes those of a run at an address; {@code null} if there is no address. */
    static @Nullable Books at(@Nullable String address, String tag) {
        if (address == null) {
            return null;
        }
        return address.startsWith("dynamodb:") ? new DynamoDbBooks(address, tag) : BookTable.create(address, tag);
    }

    /** Hands over the entries that were not there before. */
    void read(Consumer<String> entries) throws AwayException;

    /** Removes what the next run would not. */
    @Override
    void close();

    /** They can't be read now. */
    final class AwayException extends Exception {
        public AwayException(Throwable cause) {
            super("the books can't be read now", cause);
        }
    }
}
