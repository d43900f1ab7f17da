package dev.semel.memory;

import dev.semel.store.Store;
import dev.semel.testkit.TestClock;
import dev.semel.testkit.store.StoreContract;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;

@DisplayName("the memory store")
class MemoryStoreTest extends StoreContract {
    private final TestClock clock = TestClock.create();
    private final MemoryStore store = MemoryStore.builder().clock(clock).build();

    @Override
    protected Store openStore() {
        return store;
    }

    @Override
    protected void passTime(Duration time) {
        clock.advance(time);
    }

    @Override
    protected boolean hasExactTime() {
        return true;
    }
}
