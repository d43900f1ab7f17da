package dev.semel.redis;

import dev.semel.SemelException;
import dev.semel.store.Causes;
import dev.semel.store.RecordId;
import dev.semel.store.StoreException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A step on one record on its way to the server.
 *
 * @param <R> what it is answered with
 */
abstract sealed class RecordCall<R> extends Call<R> permits ClaimCall, WriteCall, FindCall, WatchCall {
    private final RecordId id;

    RecordCall(Script script, RecordId id, byte[] key, byte[] ask) {
        super(script, List.of(new Row(key, ask)));
        this.id = id;
    }

    final RecordId id() {
        return id;
    }

    @Override
    protected final SemelException failure(@Nullable Throwable cause) {
        if (cause instanceof StoreException known) {
            return known;
        }
        if (cause != null && String.valueOf(cause.getMessage()).contains("WRONGTYPE")) {
            return Entry.unreadable(id, "a key that is not a string");
        }
        return new StoreException(
                "Redis did not confirm a call on the record " + id
                        + (cause == null ? "" : ": " + Causes.of(cause))
                        + "; check that the server can be reached and may be written to, and send the"
                        + " same call again",
                cause);
    }

    @Override
    protected final StoreException late(Duration waited) {
        return new StoreException(
                "Redis did not answer a call on the record " + id + " within " + waited.toMillis()
                        + " ms; check that the server can be reached, and send the same call again",
                null);
    }
}
