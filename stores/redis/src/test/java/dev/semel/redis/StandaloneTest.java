package dev.semel.redis;

import dev.semel.redis.server.Servers;
import dev.semel.servers.RedisServer;
import io.lettuce.core.RedisClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;

@DisplayName("Redis, one server")
class StandaloneTest extends RedisContract {
    private static RedisClient client;

    @BeforeAll
    static void connect() {
        client = RedisClient.create(RedisServer.shared().uri());
    }

    @AfterAll
    static void disconnect() {
        client.shutdown();
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
