package dev.semel.redis.record;

import dev.semel.SemelException;
import dev.semel.StoreException;
import dev.semel.redis.wire.Script;
import dev.semel.redis.wire.ScriptCall;
import dev.semel.store.Causes;
import dev.semel.store.RecordId;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A script call on one record.
 *
 * @param <R> the type of the answer
 */
public abstract sealed class RecordCall<R> extends ScriptCall<R>
        permits ClaimScriptCall, WriteScriptCall, FindScriptCall, WatchScriptCall {
    private final RecordId id;

    RecordCall(Script script, RecordId id, byte[] key, byte[] argument) {
        super(script, List.of(new Row(key, argument)));
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
            return RecordBytes.unreadable(id, "a key that is not a string");
        }
        return new StoreException(
                "Redis did not confirm a call on the record " + id
                        + (cause == null ? "" : ": " + Causes.of(cause))
                        + "; check that the server is reachable and writable, and send the same call again",
                cause);
    }

    @Override
    protected final StoreException late(Duration waited) {
        return new StoreException(
                "Redis did not answer a call on the record " + id + " within " + waited.toMillis()
                        + " ms; check that the server is reachable, and send the same call again",
                null);
    }
}
