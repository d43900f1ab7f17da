package dev.semel.thread;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.time.Timekeeper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("the threads of a JVM's time")
@Timeout(60)
class ThreadsTest {
    private static final int MOST = 3;

    private final ThreadPoolExecutor pool = Threads.growing("test", MOST);
    private final CountDownLatch end = new CountDownLatch(1);

    @AfterEach
    void stop() {
        end.countDown();
        pool.shutdown();
    }

    private void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void hang() {
        boolean interrupted = false;
        while (end.getCount() > 0 && !interrupted) {
            try {
                end.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
    }

    private void runAndAwait(Runnable task) {
        CountDownLatch done = new CountDownLatch(1);
        pool.execute(() -> {
            task.run();
            done.countDown();
        });
        await(done);
    }

    @Test
    @DisplayName("grow with the tasks that hang, up to a limit, so that the next task has one")
    void grow() {
        CountDownLatch running = new CountDownLatch(MOST);
        for (int i = 0; i < MOST; i++) {
            pool.execute(() -> {
                running.countDown();
                hang();
            });
        }
        await(running);
        assertThat(pool.getPoolSize()).isEqualTo(MOST);
    }

    @Test
    @DisplayName("are used again when they are idle")
    void areUsedAgain() {
        Set<Thread> used = ConcurrentHashMap.newKeySet();
        LinkedTransferQueue<?> queue = (LinkedTransferQueue<?>) pool.getQueue();
        for (int i = 0; i < 20; i++) {
            runAndAwait(() -> used.add(Thread.currentThread()));
            while (!queue.hasWaitingConsumer()) {
                Thread.onSpinWait();
            }
        }
        assertThat(used).hasSize(1);
    }

    @Test
    @DisplayName("lose no task at their limit")
    void loseNothing() {
        CountDownLatch all = new CountDownLatch(200);
        for (int i = 0; i < 200; i++) {
            boolean hangs = i < MOST;
            pool.execute(() -> {
                if (hangs) {
                    hang();
                }
                all.countDown();
            });
        }
        assertThat(pool.getPoolSize()).isEqualTo(MOST);
        assertThat(all.getCount()).isEqualTo(200);
        end.countDown();
        await(all);
    }

    @Test
    @DisplayName("that hang in the background, however many, block no timed task and no wait")
    void backgroundHangs() throws InterruptedException {
        Timekeeper time = Timekeeper.system();
        for (int i = 0; i < 300; i++) {
            time.inBackground(this::hang);
        }
        List<CountDownLatch> due = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            CountDownLatch latch = new CountDownLatch(1);
            due.add(latch);
            time.after(Duration.ofMillis(i), latch::countDown);
        }
        due.forEach(this::await);
        time.await(null, Duration.ofMillis(1));
    }

    @Test
    @DisplayName("that hang in timed tasks block no later timed task")
    void timedHangs() {
        Timekeeper time = Timekeeper.system();
        for (int i = 0; i < 20; i++) {
            time.after(Duration.ZERO, this::hang);
        }
        CountDownLatch due = new CountDownLatch(1);
        time.after(Duration.ofMillis(1), due::countDown);
        await(due);
    }

    @Test
    @DisplayName("run no task that was cancelled in time")
    void cancelled() {
        Timekeeper time = Timekeeper.system();
        Set<String> ran = ConcurrentHashMap.newKeySet();
        time.after(Duration.ofSeconds(1), () -> ran.add("cancelled")).run();
        CountDownLatch later = new CountDownLatch(1);
        time.after(Duration.ofMillis(1_200), later::countDown);
        await(later);
        assertThat(ran).isEmpty();
    }
}
