package dev.semel.testkit.counter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.counter.store.CountCall;
import dev.semel.counter.store.CountResult;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

abstract class RaceCases extends CountCases {
    private static final int WRITERS = 64;

    RaceCases(CounterStoreContract contract) {
        super(contract);
    }

    /** One of many concurrent writers. */
    @FunctionalInterface
    private interface Writer {
        void write(int number) throws Exception;
    }

    private static void together(Writer writer) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(WRITERS);
        try {
            CyclicBarrier start = new CyclicBarrier(WRITERS);
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                int number = i;
                all.add(pool.submit(() -> {
                    start.await();
                    writer.write(number);
                    return true;
                }));
            }
            for (Future<?> each : all) {
                each.get();
            }
        } catch (ExecutionException e) {
            throw new AssertionError("a writer failed", e.getCause());
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    @DisplayName("E1 64 writers in one window lose no increment and count none twice")
    void oneWindow() throws InterruptedException {
        CountHistory history = new CountHistory();
        together(number -> {
            for (int i = 0; i < 5; i++) {
                history.counted(1 + number % 3, applied(call(change("c", 1 + number % 3, day(0)))));
            }
        });
        assertThat(history.problems()).isEmpty();
        long sum = 0;
        for (int i = 0; i < WRITERS; i++) {
            sum += 5L * (1 + i % 3);
        }
        assertThat(stored()).isEqualTo(count(0, sum));
    }

    @Test
    @DisplayName("E1 E2 64 writers race through turns of the window, some with slow clocks, some with fast ones")
    void turns() throws InterruptedException {
        CountHistory history = new CountHistory();
        AtomicInteger calls = new AtomicInteger();
        together(number -> {
            for (int i = 0; i < 10; i++) {
                // every third clock is a window behind, every fifth a window ahead
                int off = number % 3 == 0 ? -1 : number % 5 == 0 ? 1 : 0;
                int day = calls.getAndIncrement() / 100 + off;
                history.counted(1, add(day));
            }
        });
        assertThat(history.problems()).isEmpty();
    }

    @Test
    @DisplayName("E1 of 64 writers at a reset one resets, and the others add")
    void oneTurn() throws InterruptedException {
        for (int turn = 1; turn <= 5; turn++) {
            add(2 * turn, 1_000);
            CountHistory history = new CountHistory();
            int day = 2 * turn + 1;
            together(number -> history.counted(1, add(day)));
            assertThat(history.problems()).isEmpty();
            assertThat(stored()).isEqualTo(count(day, WRITERS));
        }
    }

    @Test
    @DisplayName("E4 of 64 writers exactly as many are granted as the limit allows")
    void limit() throws InterruptedException {
        CountHistory history = new CountHistory();
        AtomicInteger granted = new AtomicInteger();
        together(number -> {
            CountResult result = store().apply(call(change("c", 1, 40, day(0))));
            if (result instanceof CountResult.Applied applied) {
                granted.incrementAndGet();
                history.counted(1, applied.counts().get(0));
            }
        });
        assertThat(granted).hasValue(40);
        assertThat(stored()).isEqualTo(count(0, 40));
        assertThat(history.problems()).isEmpty();
    }

    @Test
    @DisplayName("E3 64 writers under one key count once, and all get the same answer")
    void oneKey() throws InterruptedException {
        AtomicInteger first = new AtomicInteger();
        together(number -> {
            CountResult.Applied applied =
                    (CountResult.Applied) store().apply(once("k", change("c", 5, day(number % 2))));
            first.addAndGet(applied.again() ? 0 : 1);
            assertThat(applied.counts().get(0).count()).isEqualTo(5);
        });
        assertThat(first).hasValue(1);
        assertThat(stored().count()).isEqualTo(5);
    }

    @Test
    @DisplayName("64 writers change several counters together, in any order, without a deadlock")
    void several() throws InterruptedException {
        CountHistory a = new CountHistory();
        CountHistory b = new CountHistory();
        together(number -> {
            for (int i = 0; i < 3; i++) {
                boolean swapped = number % 2 == 0;
                CountCall call = swapped
                        ? call(change("b", 2, day(i)), change("a", 1, day(0)))
                        : call(change("a", 1, day(0)), change("b", 2, day(i)));
                var counts = allApplied(call);
                a.counted(1, counts.get(swapped ? 1 : 0));
                b.counted(2, counts.get(swapped ? 0 : 1));
            }
        });
        assertThat(a.problems()).isEmpty();
        assertThat(b.problems()).isEmpty();
        assertThat(stored("a")).isEqualTo(count(0, 3L * WRITERS));
    }
}
