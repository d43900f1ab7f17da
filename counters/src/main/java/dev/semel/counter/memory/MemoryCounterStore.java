package dev.semel.counter.memory;

import dev.semel.counter.store.CountCall;
import dev.semel.counter.store.CountResult;
import dev.semel.counter.store.CounterId;
import dev.semel.counter.store.CounterStore;
import dev.semel.counter.store.StoredCount;
import java.time.Instant;
import java.util.Optional;

/**
 * Counts in this process's memory, gone when it ends: for tests, and for limits of one process. Safe for use by many threads.
 *
 * <p>All counts and keys of one subject are in one of some rooms, each with a lock, so that a call sees and changes them at once. What is over is
 * removed by the way.
 */
public final class MemoryCounterStore implements CounterStore {
    private static final int ROOMS = 64;

    private final CountRoom[] rooms = new CountRoom[ROOMS];

    /** An empty one. */
    public MemoryCounterStore() {
        for (int i = 0; i < ROOMS; i++) {
            rooms[i] = new CountRoom();
        }
    }

    private CountRoom roomOf(String subject) {
        int hash = subject.hashCode();
        return rooms[(hash ^ (hash >>> 16)) & (ROOMS - 1)];
    }

    @Override
    public CountResult apply(CountCall call) {
        return roomOf(call.subject()).apply(call);
    }

    @Override
    public void takeBack(CountCall call) {
        roomOf(call.subject()).takeBack(call);
    }

    @Override
    public Optional<StoredCount> find(CounterId id) {
        return roomOf(id.subject()).find(id);
    }

    @Override
    public int purge(Instant now, int limit) {
        int removed = 0;
        for (CountRoom room : rooms) {
            removed += room.removeOver(now, limit - removed);
            if (removed == limit) {
                break;
            }
        }
        return removed;
    }

    /** Does nothing. */
    @Override
    public void close() {}
}
