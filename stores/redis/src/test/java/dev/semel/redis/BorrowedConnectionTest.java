package dev.semel.redis;

import dev.semel.servers.RedisServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;

@DisplayName("Redis over a connection of the application, which has a codec for text")
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
        return new SingleServer(client, false);
    }
}
