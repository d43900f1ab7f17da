package dev.semel.redis.issues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.StoreException;
import dev.semel.counter.Counter;
import dev.semel.counter.Counters;
import dev.semel.counter.Window;
import dev.semel.redis.RedisStore;
import dev.semel.redis.counter.RedisCounterStore;
import dev.semel.servers.RedisServer;
import dev.semel.servers.resource.ShortOfStack;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import java.lang.reflect.Proxy;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("callers that ran out of stack left the lanes of a Redis store occupied, and blocked all other calls")
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ShortOfStackTest {
    private static final int RUNS = 300;

    private final RedisServer server = RedisServer.start();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    @DisplayName("F7 records")
    void records() throws InterruptedException {
        try (RedisStore store = RedisStore.at(server.uri())) {
            Operation<String> operation =
                    Semel.on(store).operation("stack", Codec.text()).build();
            AtomicInteger number = new AtomicInteger();
            Runnable others = () -> {
                String key = "beside-" + number.incrementAndGet();
                AtomicInteger effects = new AtomicInteger();
                for (int i = 0; i < 2; i++) {
                    operation.once(key, "r", () -> String.valueOf(effects.incrementAndGet()));
                }
                assertThat(effects).hasValue(1);
            };
            others.run();
            ShortOfStack.runBeside(
                    6, others, RUNS, () -> operation.once("short-" + number.incrementAndGet(), "r", () -> "receipt"));
        }
    }

    @Test
    @DisplayName("F7 an error while a batch is sent, once")
    void errorWhileSending() {
        AtomicInteger errors = new AtomicInteger();
        RedisClient client = RedisClient.create(server.uri());
        try (StatefulRedisConnection<byte[], byte[]> real = client.connect(ByteArrayCodec.INSTANCE);
                RedisStore store = RedisStore.builder(failing(real, errors)).build()) {
            Operation<String> operation =
                    Semel.on(store).operation("error", Codec.text()).build();
            errors.set(1);
            assertThatThrownBy(() -> operation.once("failed", "r", () -> "receipt"))
                    .isInstanceOf(OutOfMemoryError.class);
            assertThat(operation.once("next", "r", () -> "receipt")).isEqualTo("receipt");
        } finally {
            client.shutdown();
        }
    }

    @SuppressWarnings("unchecked")
    private static StatefulRedisConnection<byte[], byte[]> failing(
            StatefulRedisConnection<byte[], byte[]> real, AtomicInteger errors) {
        return (StatefulRedisConnection<byte[], byte[]>) Proxy.newProxyInstance(
                ShortOfStackTest.class.getClassLoader(),
                new Class<?>[] {StatefulRedisConnection.class},
                (proxy, method, args) -> {
                    if (method.getName().equals("dispatch") && errors.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                        throw new OutOfMemoryError("on purpose");
                    }
                    return method.invoke(real, args);
                });
    }

    @Test
    @DisplayName("F7 counts")
    void counts() throws InterruptedException {
        try (RedisCounterStore store = RedisCounterStore.at(server.uri())) {
            Counter counter = Counters.on(store)
                    .counter("stack", Window.month(ZoneOffset.UTC))
                    .build();
            AtomicInteger counted = new AtomicInteger();
            AtomicInteger unknown = new AtomicInteger();
            Runnable others = () -> {
                try {
                    counter.add("shared");
                    counted.incrementAndGet();
                } catch (StoreException e) {
                    unknown.incrementAndGet(); // travelled with one that was short of stack
                }
            };
            others.run();
            int returned = ShortOfStack.runBeside(6, others, RUNS, () -> counter.add("shared"));
            counter.add("shared");
            assertThat(counter.current("shared").count())
                    .isBetween(counted.get() + returned + 1L, counted.get() + unknown.get() + RUNS + 1L);
        }
    }
}
