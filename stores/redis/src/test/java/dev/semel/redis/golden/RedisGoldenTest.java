package dev.semel.redis.golden;

import dev.semel.counter.store.CounterStore;
import dev.semel.redis.RedisStore;
import dev.semel.redis.counter.RedisCounterStore;
import dev.semel.servers.RedisServer;
import dev.semel.store.Store;
import dev.semel.testkit.counter.StoredCountsContract;
import dev.semel.testkit.store.StoredRecordsContract;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;

@DisplayName("what earlier releases have stored on Redis")
class RedisGoldenTest {
    @Nested
    @DisplayName("records")
    class Records extends StoredRecordsContract {
        @Override
        protected String fileName() {
            return "redis.txt";
        }

        @Override
        protected Place<Store> open() {
            return new RedisPlace<>(
                    RedisServer.shared().uri(),
                    "semel:",
                    (client, prefix) ->
                            RedisStore.builder(client).prefix(prefix).build());
        }
    }

    @Nested
    @DisplayName("counts")
    class Counts extends StoredCountsContract {
        @Override
        protected String fileName() {
            return "redis-counts.txt";
        }

        @Override
        protected Place<CounterStore> open() {
            return new RedisPlace<>(
                    RedisServer.shared().uri(),
                    "semel-counter:",
                    (client, prefix) ->
                            RedisCounterStore.builder(client).prefix(prefix).build());
        }
    }
}
