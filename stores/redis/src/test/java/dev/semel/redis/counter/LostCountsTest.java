package dev.semel.redis.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.StoreException;
import dev.semel.counter.CountTogether;
import dev.semel.counter.Counter;
import dev.semel.counter.Counters;
import dev.semel.counter.Window;
import dev.semel.redis.Samples;
import dev.semel.servers.FlakyProxy;
import dev.semel.servers.RedisServer;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("counts on a server behind a network that loses requests and replies, and that is restarted")
class LostCountsTest {
    private final RedisServer server = RedisServer.start();
    private final FlakyProxy proxy = FlakyProxy.to(server);
    private RedisCounterStore store;
    private Counter counter;

    @BeforeEach
    void open() {
        store = RedisCounterStore.builder(server.uri(proxy)).connections(1).build();
        counter = Counters.on(store)
                .counter("requests", Window.month(ZoneOffset.UTC))
                .combining(false)
                .build();
        counter.add("warm");
    }

    @AfterEach
    void close() {
        store.close();
        proxy.close();
        server.close();
    }

    private long count() {
        return counter.current("subject").count();
    }

    @Test
    @DisplayName("E1 an addition whose reply was lost is not resent, and its caller learns that the outcome is unknown")
    void lostReply() {
        proxy.loseNextReply();
        assertThatThrownBy(() -> counter.add("subject", 5))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("unknown")
                .hasMessageNotContaining("subject");
        assertThat(count()).isEqualTo(5);
        assertThat(proxy.cuts()).isEqualTo(1);
    }

    @Test
    @DisplayName("E1 an addition whose request was lost is not counted")
    void lostRequest() {
        proxy.loseNextRequest();
        assertThatThrownBy(() -> counter.add("subject", 5)).isInstanceOf(StoreException.class);
        assertThat(count()).isZero();
    }

    @Test
    @DisplayName("E3 an addition with a key whose reply was lost is answered normally, and counts once")
    void lostReplyUnderAKey() {
        for (int i = 1; i <= 5; i++) {
            proxy.loseNextReply();
            assertThat(counter.addOnce("subject", 5, "key-" + i).count()).isEqualTo(5L * i);
        }
        assertThat(count()).isEqualTo(25);
        assertThat(proxy.cuts()).isEqualTo(5);
    }

    @Test
    @DisplayName("E1 under load, acknowledged additions count once, and unknown ones at most once")
    void lostUnderLoad() throws Exception {
        AtomicLong acknowledged = new AtomicLong();
        AtomicLong unknown = new AtomicLong();
        AtomicBoolean over = new AtomicBoolean();
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                running.add(threads.submit(() -> {
                    while (!over.get()) {
                        try {
                            counter.add("subject");
                            acknowledged.incrementAndGet();
                        } catch (StoreException e) {
                            unknown.incrementAndGet();
                        }
                    }
                }));
            }
            for (int i = 1; i <= 10; i++) {
                int cuts = i;
                proxy.loseNextReply();
                Samples.await("a lost connection", () -> proxy.cuts() >= cuts);
            }
            over.set(true);
            for (Future<?> each : running) {
                each.get();
            }
        } finally {
            over.set(true);
            threads.shutdownNow();
        }
        proxy.heal();
        assertThat(Samples.eventually(this::count)).isBetween(acknowledged.get(), acknowledged.get() + unknown.get());
        assertThat(unknown).hasPositiveValue();
    }

    @Test
    @DisplayName("F5 the script is loaded again after SCRIPT FLUSH")
    void scriptIsLoadedAgain() {
        server.command("SCRIPT FLUSH");
        assertThat(counter.add("subject").count()).isEqualTo(1);
        server.command("SCRIPT FLUSH");
        assertThat(counter.addOnce("subject", 1, "key").count()).isEqualTo(2);
    }

    @Test
    @DisplayName("E1 E3 F5 acknowledged counts and keys survive a crash and a restart, and the script is loaded again")
    void restarted() {
        counter.add("subject", 5);
        counter.addOnce("subject", 2, "key");
        server.kill();
        Samples.restart(server);
        assertThat(Samples.eventually(this::count)).isEqualTo(7);
        assertThat(Samples.eventually(() -> counter.addOnce("subject", 2, "key").count()))
                .isEqualTo(7);
        assertThat(count()).isEqualTo(7);
        assertThat(counter.add("subject").count()).isEqualTo(8);
    }

    @Test
    @DisplayName("E3 a take-back whose reply was lost is applied once")
    void lostReplyToTakingBack() {
        counter.add("subject", 5);
        CountTogether together =
                Counters.on(store).together("subject").add(counter, 2).once("key", Duration.ofHours(1));
        together.apply();
        assertThat(count()).isEqualTo(7);
        proxy.loseNextReply();
        together.takeBack();
        assertThat(proxy.cuts()).isEqualTo(1);
        assertThat(count()).isEqualTo(5);
    }

    @Test
    @DisplayName("a server that does not answer is reported in time, and the count is exact when it resumes")
    void paused() {
        counter.add("subject");
        store.close();
        store = RedisCounterStore.builder(server.uri(proxy))
                .timeout(Duration.ofMillis(300))
                .build();
        Counter impatient = Counters.on(store)
                .counter("requests", Window.month(ZoneOffset.UTC))
                .build();
        server.pause();
        assertThatThrownBy(() -> impatient.add("subject"))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("unknown");
        server.resume();
        AtomicLong tries = new AtomicLong();
        long then = Samples.eventually(() -> {
            tries.incrementAndGet();
            return impatient.add("subject").count();
        });
        assertThat(then).isBetween(2L, 2 + tries.get());
    }
}
