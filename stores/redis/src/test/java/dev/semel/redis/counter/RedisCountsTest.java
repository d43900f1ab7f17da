package dev.semel.redis.counter;

import dev.semel.counter.store.CounterStore;
import dev.semel.servers.RedisServer;
import dev.semel.testkit.counter.CounterStoreContract;
import org.junit.jupiter.api.DisplayName;

@DisplayName("counts on Redis, one server")
class RedisCountsTest extends CounterStoreContract {
    @Override
    protected CounterStore openStore() {
        return RedisCounterStore.at(RedisServer.shared().uri());
    }

    @Override
    protected boolean purgesItself() {
        return true;
    }
}
