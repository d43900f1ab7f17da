package dev.semel.redis.counter;

import dev.semel.counter.store.CounterStore;
import dev.semel.servers.RedisServer;
import dev.semel.testkit.counter.CounterStoreContract;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;

@DisplayName("counts on Redis over the application's connection, which has a text codec")
class BorrowedCountsTest extends CounterStoreContract {
    private static RedisClient client;
    private static StatefulRedisConnection<String, String> connection;

    @BeforeAll
    static void connect() {
        client = RedisClient.create(RedisServer.shared().uri());
        connection = client.connect();
    }

    @AfterAll
    static void disconnect() {
        client.shutdown();
    }

    @Override
    protected CounterStore openStore() {
        return RedisCounterStore.builder(connection).build();
    }

    @Override
    protected boolean purgesItself() {
        return true;
    }
}
