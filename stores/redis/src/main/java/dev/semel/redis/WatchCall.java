package dev.semel.redis;

import dev.semel.store.RecordId;
import org.jspecify.annotations.Nullable;

/** A word to whoever settles a record that somebody waits for it, on its way. Nobody waits for the answer. */
final class WatchCall extends RecordCall<Boolean> {
    private final Runnable then;

    /**
     * Asks to be told.
     *
     * @param then run when it has arrived
     */
    WatchCall(RecordId id, byte[] key, Runnable then) {
        super(Script.WATCH, id, key, new byte[0]);
        this.then = then;
    }

    @Override
    protected Boolean read(long now, @Nullable Object reply) {
        then.run();
        return reply instanceof Long marked && marked == 1;
    }
}
