package dev.semel.redis;

import dev.semel.redis.server.Servers;
import dev.semel.servers.RedisServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;

@DisplayName("Redis over the application's connection, which has a text codec")
class BorrowedConnectionTest extends RedisContract {
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
    RedisStore.Builder builder() {
        return RedisStore.builder(connection);
    }

    @Override
    Servers servers() {
        return Servers.of(client);
    }
}
