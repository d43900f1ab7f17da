package dev.semel.testkit.counter;

import dev.semel.StoreException;
import dev.semel.counter.store.CountCall;
import dev.semel.counter.store.CountResult;
import dev.semel.counter.store.CounterId;
import dev.semel.counter.store.CounterStore;
import dev.semel.counter.store.StoredCount;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** A store that applies its first calls and loses their replies. */
final class LosingReplies implements CounterStore {
    private final CounterStore target;
    private final AtomicInteger left;

    LosingReplies(CounterStore target, int times) {
        this.target = target;
        this.left = new AtomicInteger(times);
    }

    @Override
    public CountResult apply(CountCall call) {
        CountResult result = target.apply(call);
        if (left.getAndDecrement() > 0) {
            throw new StoreException("injected: the reply was lost", null);
        }
        return result;
    }

    @Override
    public void takeBack(CountCall call) {
        target.takeBack(call);
        if (left.getAndDecrement() > 0) {
            throw new StoreException("injected: the reply was lost", null);
        }
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
