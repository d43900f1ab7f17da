package dev.semel.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.servers.FlakyProxy;
import dev.semel.servers.RedisCluster;
import dev.semel.servers.RedisServer;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Token;
import dev.semel.store.WatchableStore.Watch;
import io.lettuce.core.RedisClient;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("watchers of a record")
class WatchTest {
    private final RedisServer server = RedisServer.shared();
    private final Semaphore hints = new Semaphore(0);

    /** Waits for a hint, then takes all that have come. */
    private void awaitHint() throws InterruptedException {
        assertThat(hints.tryAcquire(10, TimeUnit.SECONDS)).as("a hint").isTrue();
        hints.drainPermits();
    }

    private void assertQuiet() throws InterruptedException {
        assertThat(hints.tryAcquire(200, TimeUnit.MILLISECONDS)).as("no hint").isFalse();
    }

    private static RecordId id() {
        return Samples.id("watched-" + System.nanoTime());
    }

    private void assertTold(RedisStore owner, RedisStore waiter) throws InterruptedException {
        RecordId settled = id();
        Token token = Samples.claim(owner, settled);
        try (Watch watch = waiter.watch(settled, hints::release)) {
            awaitHint();
            assertQuiet();
            Samples.settle(owner, settled, token, new byte[] {1});
            awaitHint();
        }
        RecordId released = id();
        Token other = Samples.claim(owner, released);
        try (Watch watch = waiter.watch(released, hints::release)) {
            awaitHint();
            owner.release(released, other, ReleaseAs.RUNNABLE, Samples.RETENTION);
            awaitHint();
        }
    }

    @Test
    @DisplayName(
            "A16 are notified immediately when it is settled or released on another node, and when the watch starts")
    void areTold() throws InterruptedException {
        try (RedisStore owner = RedisStore.at(server.uri());
                RedisStore waiter = RedisStore.at(server.uri())) {
            assertTold(owner, waiter);
        }
    }

    @Test
    @DisplayName("A16 are notified in a cluster, whichever server has the record")
    void areToldInACluster() throws InterruptedException {
        try (RedisCluster cluster = RedisCluster.start();
                RedisStore owner = RedisStore.at(cluster.uri());
                RedisStore waiter = RedisStore.at(cluster.uri())) {
            for (int i = 0; i < 6; i++) {
                assertTold(owner, waiter);
            }
        }
    }

    @Test
    @DisplayName("are still notified after the owner renewed, or after another owner took over")
    void areToldByTheNextOwner() throws InterruptedException {
        try (RedisStore store = RedisStore.at(server.uri())) {
            RecordId id = id();
            Token token = Samples.claim(store, id);
            try (Watch watch = store.watch(id, hints::release)) {
                awaitHint();
                store.renew(id, token, Samples.request(id).terms());
                store.release(id, token, ReleaseAs.ABANDONED, Samples.RETENTION);
                awaitHint();
                Token next = store.claim(Samples.request(id)).record().token();
                assertThat(next.epoch()).isEqualTo(2);
                assertThat(store.claim(Samples.request(id)).record().token()).isEqualTo(next);
                Samples.settle(store, id, next, new byte[] {1});
                awaitHint();
            }
        }
    }

    @Test
    @DisplayName("are each notified until they close their watch")
    void closedWatch() throws InterruptedException {
        try (RedisStore store = RedisStore.at(server.uri())) {
            RecordId id = id();
            Token token = Samples.claim(store, id);
            Semaphore others = new Semaphore(0);
            Watch watch = store.watch(id, hints::release);
            awaitHint();
            try (Watch other = store.watch(id, others::release)) {
                assertThat(others.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
                awaitHint();
                watch.close();
                watch.close();
                others.drainPermits();
                Samples.settle(store, id, token, new byte[] {1});
                assertThat(others.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
                assertQuiet();
            }
        }
    }

    @Test
    @DisplayName("are notified after a reconnection, since they may have missed a notification")
    void reconnection() throws InterruptedException {
        try (FlakyProxy proxy = FlakyProxy.to(server);
                RedisStore owner = RedisStore.at(server.uri());
                RedisStore waiter = RedisStore.at(server.uri(proxy))) {
            RecordId id = id();
            Token token = Samples.claim(owner, id);
            try (Watch watch = waiter.watch(id, hints::release)) {
                awaitHint();
                proxy.refuse();
                proxy.cut();
                Samples.settle(owner, id, token, new byte[] {1});
                proxy.accept();
                awaitHint();
            }
        }
    }

    @Test
    @DisplayName("that throw affect no other watcher, and watching works without a server")
    void failingWatcher() throws InterruptedException {
        RecordId id = id();
        try (FlakyProxy proxy = FlakyProxy.to(server);
                RedisStore store = RedisStore.at(server.uri(proxy))) {
            Token token = Samples.claim(store, id);
            try (Watch watch = store.watch(id, () -> {
                hints.release();
                throw new IllegalStateException("a watcher that fails");
            })) {
                awaitHint();
                Samples.settle(store, id, token, new byte[] {1});
                awaitHint();
            }
        }
        try (FlakyProxy proxy = FlakyProxy.to(server);
                RedisStore store = RedisStore.at(server.uri(proxy))) {
            proxy.refuse();
            store.watch(id, hints::release).close();
        }
        assertQuiet();
    }

    @Test
    @DisplayName("cost nothing for records that are not watched")
    void nothingIsPublishedInVain() {
        try (RedisServer own = RedisServer.start();
                RedisStore store = RedisStore.at(own.uri())) {
            RecordId id = id();
            Samples.settle(store, id, Samples.claim(store, id), new byte[] {1});
            assertThat(own.command("INFO commandstats"))
                    .contains("cmdstat_evalsha")
                    .doesNotContain("cmdstat_publish");
        }
    }

    @Test
    @DisplayName("do not fail when the application has shut down the client")
    void shutDownClient() throws InterruptedException {
        RedisClient client = RedisClient.create(server.uri());
        RedisStore store = RedisStore.builder(client).build();
        RecordId id = id();
        Samples.claim(store, id);
        Watch first = store.watch(id, hints::release);
        awaitHint();
        client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
        store.watch(id(), hints::release).close();
        first.close();
        store.close();
    }
}
