package dev.semel.http.quota;

import dev.semel.StoreException;
import dev.semel.counter.memory.MemoryCounterStore;
import dev.semel.counter.store.CountCall;
import dev.semel.counter.store.CountResult;
import dev.semel.counter.store.CounterId;
import dev.semel.counter.store.CounterStore;
import dev.semel.counter.store.StoredCount;
import java.time.Instant;
import java.util.Optional;

/** Counts that can be cut off, or lose their replies. */
final class FaultyCounts implements CounterStore {
    private final CounterStore target = new MemoryCounterStore();
    boolean cutOff;
    int lostReplies;
    int calls;

    @Override
    public CountResult apply(CountCall call) {
        if (cutOff) {
            throw new StoreException("injected: no connection", null);
        }
        calls++;
        CountResult result = target.apply(call);
        if (lostReplies > 0) {
            lostReplies--;
            throw new StoreException("injected: the reply was lost", null);
        }
        return result;
    }

    @Override
    public void takeBack(CountCall call) {
        if (cutOff) {
            throw new StoreException("injected: no connection", null);
        }
        target.takeBack(call);
    }

    @Override
    public Optional<StoredCount> find(CounterId id) {
        return target.find(id);
    }

    @Override
    public int purge(Instant now, int limit) {
        return target.purge(now, limit);
    }

    @Override
    public void close() {}
}
