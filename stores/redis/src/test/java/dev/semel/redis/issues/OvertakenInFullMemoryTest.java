package dev.semel.redis.issues;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Codec;
import dev.semel.InProgressException;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.StoreException;
import dev.semel.redis.RedisStore;
import dev.semel.servers.RedisServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("renewals were refused while memory was full, and a live owner lost its lease")
class OvertakenInFullMemoryTest {
    private static final Duration LEASE = Duration.ofSeconds(2);

    private final AtomicInteger effects = new AtomicInteger();
    private final CountDownLatch running = new CountDownLatch(1);
    private final CountDownLatch mayEnd = new CountDownLatch(1);

    @Test
    @DisplayName("F12 one effect, although memory is full for several leases and free again before the work ends")
    void oneEffect() throws Exception {
        try (RedisServer server = RedisServer.start();
                RedisStore ours = RedisStore.at(server.uri());
                RedisStore theirs = RedisStore.at(server.uri())) {
            Operation<String> operation = operation(ours);
            CompletableFuture<String> owner =
                    CompletableFuture.supplyAsync(() -> operation.once("key", "request", () -> work()));
            assertThat(running.await(20, TimeUnit.SECONDS)).isTrue();

            server.command("CONFIG SET maxmemory 1");
            Operation<String> duplicate = operation(theirs);
            long end = System.nanoTime() + LEASE.multipliedBy(3).toNanos();
            while (System.nanoTime() < end) {
                callAgain(duplicate);
            }
            server.command("CONFIG SET maxmemory 0");
            for (int i = 0; i < 50; i++) {
                callAgain(duplicate);
            }
            mayEnd.countDown();
            assertThat(owner.get(20, TimeUnit.SECONDS)).isEqualTo("effect 1");
            assertThat(duplicate.once("key", "request", () -> work())).isEqualTo("effect 1");
            assertThat(effects).hasValue(1);
        }
    }

    private static Operation<String> operation(RedisStore store) {
        return Semel.on(store)
                .operation("issues.memory", Codec.text())
                .lease(LEASE)
                .build();
    }

    private String work() {
        int number = effects.incrementAndGet();
        running.countDown();
        try {
            assertThat(mayEnd.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return "effect " + number;
    }

    private void callAgain(Operation<String> duplicate) {
        try {
            duplicate.once("key", "request", () -> "effect " + effects.incrementAndGet());
        } catch (InProgressException | StoreException e) {
            // As it should be: another call has the record, or the store refuses claims.
        }
    }
}
