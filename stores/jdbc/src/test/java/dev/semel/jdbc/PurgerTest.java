package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.Semel;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the purge")
class PurgerTest {
    private final JdbcStore store = JdbcStore.builder(Pools.h2("purge-" + System.nanoTime()))
            .createSchema(true)
            .build();
    private final List<PurgeEvent> events = new CopyOnWriteArrayList<>();

    private void expired(int count) throws InterruptedException {
        Operation<String> operation = Semel.on(store)
                .operation("purge", Codec.text())
                .retention(Duration.ofMillis(1))
                .build();
        for (int i = 0; i < count; i++) {
            operation.once("k" + i, "r", () -> "receipt");
        }
        Thread.sleep(10);
    }

    private Purger.Builder purger() {
        return Purger.builder(store).batch(10).pause(Duration.ofMillis(1)).listener(events::add);
    }

    @Test
    @DisplayName("A22 removes all expired rows in batches, and reports their number, its duration and what is left")
    void removesAll() throws InterruptedException {
        expired(35);
        purger().build().runNow();
        assertThat(events).singleElement().isInstanceOfSatisfying(PurgeEvent.Ran.class, ran -> {
            assertThat(ran.removed()).isEqualTo(35);
            assertThat(ran.overdue()).isZero();
            assertThat(ran.took()).isPositive();
        });
    }

    @Test
    @DisplayName("ends when its time has passed, and reports what is overdue")
    void endsInTime() throws InterruptedException {
        expired(35);
        purger().atMost(Duration.ofMillis(1))
                .pause(Duration.ofMillis(5))
                .build()
                .runNow();
        assertThat(events).singleElement().isInstanceOfSatisfying(PurgeEvent.Ran.class, ran -> {
            assertThat(ran.removed()).isBetween(10L, 20L);
            assertThat(ran.overdue()).isEqualTo(35 - ran.removed());
        });
    }

    @Test
    @DisplayName("warns when the table has exceeded its size")
    void warns() {
        Operation<String> operation =
                Semel.on(store).operation("large", Codec.text()).build();
        for (int i = 0; i < 4; i++) {
            operation.once("k" + i, "r", () -> "receipt");
        }
        purger().warnAbove(4).build().runNow();
        assertThat(events).hasSize(1);
        purger().warnAbove(3).build().runNow();
        assertThat(events).contains(new PurgeEvent.TooLarge(store, 3));
    }

    @Test
    @DisplayName("reports a failure, and ignores a listener that throws")
    void failure() {
        store.close();
        Purger.builder(store)
                .listener(event -> {
                    events.add(event);
                    throw new IllegalStateException("listener");
                })
                .build()
                .runNow();
        assertThat(events).singleElement().isInstanceOf(PurgeEvent.Failed.class);
    }

    @Test
    @DisplayName("runs on its schedule until it is closed")
    void schedule() throws InterruptedException {
        expired(5);
        try (Purger purger = purger().every(Duration.ofMillis(20)).start()) {
            for (int i = 0; i < 500 && events.size() < 2; i++) {
                Thread.sleep(10);
            }
            assertThat(purger).isNotNull();
        }
        assertThat(events.get(0))
                .isInstanceOfSatisfying(
                        PurgeEvent.Ran.class, ran -> assertThat(ran.removed()).isEqualTo(5));
    }

    @Test
    @DisplayName("does not begin in peak hours, also if they span midnight")
    void peakHours() {
        ZoneId zone = ZoneId.of("Europe/Paris");
        Purger.Builder day = purger().notBetween(LocalTime.of(8, 0), LocalTime.of(20, 0), zone);
        assertThat(day.mayRunAt(LocalTime.of(7, 59))).isTrue();
        assertThat(day.mayRunAt(LocalTime.of(8, 0))).isFalse();
        assertThat(day.mayRunAt(LocalTime.of(20, 0))).isTrue();
        Purger.Builder night = purger().notBetween(LocalTime.of(22, 0), LocalTime.of(2, 0), zone);
        assertThat(night.mayRunAt(LocalTime.of(23, 0))).isFalse();
        assertThat(night.mayRunAt(LocalTime.of(1, 0))).isFalse();
        assertThat(night.mayRunAt(LocalTime.of(3, 0))).isTrue();
    }

    @Test
    @DisplayName("waits for the running batch when it is closed, so that its store can be closed afterwards")
    void closeWaits() throws InterruptedException {
        CountDownLatch running = new CountDownLatch(1);
        AtomicBoolean ended = new AtomicBoolean();
        Purgeable slow = new Purgeable() {
            @Override
            public int purge(int limit) {
                running.countDown();
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(300));
                ended.set(true);
                return 0;
            }

            @Override
            public long overdue(long most) {
                return 0;
            }

            @Override
            public long size(long most) {
                return 0;
            }
        };
        Purger purger = Purger.builder(slow).every(Duration.ofMillis(1)).start();
        assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
        purger.close();
        assertThat(ended).isTrue();
    }
}
