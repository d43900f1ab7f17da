package dev.semel.testkit.counter;

import dev.semel.counter.memory.MemoryCounterStore;
import dev.semel.counter.store.CounterStore;
import org.junit.jupiter.api.DisplayName;

@DisplayName("counts in memory")
class MemoryCounterStoreTest extends CounterStoreContract {
    private final CounterStore store = new MemoryCounterStore();

    @Override
    protected CounterStore openStore() {
        return store;
    }
}
