package dev.semel.redis;

import dev.semel.redis.server.Servers;
import dev.semel.servers.RedisSentinel;
import io.lettuce.core.RedisClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;

@DisplayName("Redis through Sentinel")
class SentinelTest extends RedisContract {
    private static RedisSentinel group;
    private static RedisClient client;

    @BeforeAll
    static void connect() {
        group = RedisSentinel.start();
        client = RedisClient.create(group.uri());
    }

    @AfterAll
    static void disconnect() {
        client.shutdown();
        group.close();
    }

    @Override
    RedisStore.Builder builder() {
        return RedisStore.builder(client);
    }

    @Override
    Servers servers() {
        return Servers.of(client);
    }
}
