package dev.semel.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.StoreException;
import dev.semel.servers.RedisServer;
import io.lettuce.core.RedisClient;
import io.netty.util.HashedWheelTimer;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the client of a store")
class ClosedClientTest {
    private final RedisServer server = RedisServer.shared();

    /** Every client has one of these until it is shut down. */
    private static int timers() throws ReflectiveOperationException {
        Field counter = HashedWheelTimer.class.getDeclaredField("INSTANCE_COUNTER");
        counter.setAccessible(true);
        return ((AtomicInteger) counter.get(null)).get();
    }

    @Test
    @DisplayName("when the application shuts it down: every call fails immediately, and the store can be closed")
    void shutDown() {
        RedisClient client = RedisClient.create(server.uri());
        RedisStore store =
                RedisStore.builder(client).timeout(Duration.ofSeconds(30)).build();
        Samples.claim(store, "open-" + System.nanoTime());
        client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
        long before = System.nanoTime();
        for (int i = 0; i < 5; i++) {
            assertThatThrownBy(() -> store.claim(Samples.request(Samples.id("shut"))))
                    .isInstanceOf(StoreException.class);
        }
        assertThatThrownBy(store::countByState).isInstanceOf(StoreException.class);
        store.watch(Samples.id("shut"), () -> {}).close();
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(20));
        store.close();
    }

    @Test
    @DisplayName("is not left open if the store was never built or could not be built")
    void neverBuilt() throws ReflectiveOperationException {
        int before = timers();
        for (int i = 0; i < 4; i++) {
            RedisStore.Builder builder = RedisStore.builder(server.uri());
            assertThatThrownBy(() -> builder.connections(0).build()).isInstanceOf(IllegalArgumentException.class);
            RedisStore.builder(server.uri());
            RedisStore.builder("redis-cluster://127.0.0.1:1");
            assertThatThrownBy(() -> RedisStore.at("redis://127.0.0.1:1")).isInstanceOf(StoreException.class);
        }
        assertThat(timers()).isEqualTo(before);
        try (RedisStore store = RedisStore.at(server.uri())) {
            assertThat(store.concerns()).isEmpty();
            assertThat(timers()).as("it is counted").isGreaterThan(before);
        }
        assertThat(timers()).isEqualTo(before);
    }

    @Test
    @DisplayName("is separate for each store that one builder builds from an address")
    void builtTwice() {
        RedisStore.Builder builder = RedisStore.builder(server.uri()).prefix("twice:");
        RedisStore first = builder.build();
        try (RedisStore second = builder.build()) {
            first.close();
            Samples.claim(second, "twice-" + System.nanoTime());
            assertThat(second.countByState()).isNotEmpty();
        }
    }

    @Test
    @DisplayName("is shared by the stores that one builder builds on it, each with its own connections")
    void builtTwiceOnOneClient() {
        RedisClient client = RedisClient.create(server.uri());
        try {
            RedisStore.Builder builder = RedisStore.builder(client).prefix("twice:");
            RedisStore first = builder.build();
            try (RedisStore second = builder.build()) {
                first.close();
                Samples.claim(second, "twice-" + System.nanoTime());
                assertThat(second.countByState()).isNotEmpty();
            }
        } finally {
            client.shutdown();
        }
    }
}
