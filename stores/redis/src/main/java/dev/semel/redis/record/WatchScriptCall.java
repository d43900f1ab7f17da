package dev.semel.redis.record;

import dev.semel.store.RecordId;
import org.jspecify.annotations.Nullable;

/** Marks a record as watched, so that a settlement or release publishes a notification. Sent without waiting for the answer. */
final class WatchScriptCall extends RecordCall<Boolean> {
    private final Runnable then;

    /**
     * Creates a call that marks the record under a key.
     *
     * @param then runs when the server has answered
     */
    WatchScriptCall(RecordId id, byte[] key, Runnable then) {
        super(RecordScripts.WATCH, id, key, new byte[0]);
        this.then = then;
    }

    @Override
    protected Boolean read(long now, @Nullable Object reply) {
        then.run();
        return reply instanceof Long marked && marked == 1;
    }

    @Override
    protected boolean isWrite(Boolean answer) {
        return false;
    }
}
