package dev.semel.redis.issues;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Fingerprint;
import dev.semel.redis.RedisStore;
import dev.semel.servers.RedisServer;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.Nonce;
import dev.semel.store.RecordId;
import dev.semel.store.Result;
import dev.semel.store.WatchableStore.Watch;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("closing a store while it notified a watcher deadlocked")
class ClosedWhileNotifyingTest {
    private final RecordId id = new RecordId("issues.notified", "", "key-" + System.nanoTime());
    private final Semaphore hints = new Semaphore(0);
    private final CompletableFuture<Watch> watch = new CompletableFuture<>();
    private final CompletableFuture<Void> isClosing = new CompletableFuture<>();
    private volatile boolean settled;

    @Test
    @DisplayName("both the notification and the close complete")
    void bothEnd() throws Exception {
        RedisStore store = RedisStore.at(RedisServer.shared().uri());
        ClaimRequest request = new ClaimRequest(
                id,
                Fingerprint.of(new byte[] {1}),
                () -> new Nonce(1, System.nanoTime()),
                new LeaseTerms(Duration.ofMinutes(1), null),
                false);
        ClaimResult claimed = store.claim(request);
        watch.complete(store.watch(id, this::notified));
        assertThat(hints.tryAcquire(10, TimeUnit.SECONDS)).isTrue();

        settled = true;
        store.settle(id, claimed.record().token(), Result.value("text/plain", new byte[] {1}), Duration.ofMinutes(1));
        assertThat(hints.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
        Thread closing = new Thread(store::close);
        closing.start();
        while (closing.getState() != Thread.State.WAITING && closing.isAlive()) {
            Thread.sleep(5);
        }
        isClosing.complete(null);

        closing.join(20_000);
        assertThat(closing.isAlive()).isFalse();
    }

    /** By a thread that the connection needs to be closed, and that waits for what closing holds. */
    private void notified() {
        hints.release();
        if (settled) {
            isClosing.join();
            watch.join().close();
        }
    }
}
