package dev.semel.torture.layer;

import dev.semel.counter.store.CountCall;
import dev.semel.counter.store.CountResult;
import dev.semel.counter.store.CounterId;
import dev.semel.counter.store.CounterStore;
import dev.semel.counter.store.StoredCount;
import java.time.Instant;
import java.util.Optional;

/** A store for counts that passes every call on. Its subclasses change one call or another. */
public abstract class CounterLayer implements CounterStore {
    private final CounterStore target;

    protected CounterLayer(CounterStore target) {
        this.target = target;
    }

    @Override
    public CountResult apply(CountCall call) {
        return target.apply(call);
    }

    @Override
    public void takeBack(CountCall call) {
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
    public void close() {
        target.close();
    }
}
