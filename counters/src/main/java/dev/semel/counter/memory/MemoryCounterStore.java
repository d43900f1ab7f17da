package dev.semel.counter.memory;

import dev.semel.counter.store.CountCall;
import dev.semel.counter.store.CountResult;
import dev.semel.counter.store.CounterId;
import dev.semel.counter.store.CounterStore;
import dev.semel.counter.store.StoredCount;
import java.time.Instant;
import java.util.Optional;

/**
 * A counter store in the memory of this process, for tests and for limits of one process. Counts are lost when the process ends. Thread-safe.
 *
 * <p>All counts and keys of a subject are in one of 64 rooms, each with a lock, so that a call reads and changes them atomically. Expired ones are
 * removed along the way.
 */
public final class MemoryCounterStore implements CounterStore {
    private static final int ROOMS = 64;

    private final CountRoom[] rooms = new CountRoom[ROOMS];

    /** Creates an empty store. */
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
            removed += room.removeExpired(now, limit - removed);
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
