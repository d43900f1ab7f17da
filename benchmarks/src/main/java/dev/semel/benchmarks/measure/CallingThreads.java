package dev.semel.benchmarks.measure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Threads that call a contender at the same time, as often as they can. All rounds use the same threads. */
final class CallingThreads implements AutoCloseable {
    private final int threads;
    private final ExecutorService executor;

    CallingThreads(int threads) {
        this.threads = threads;
        this.executor = Executors.newFixedThreadPool(threads);
    }

    /** Calls for the given time on all threads, and waits for the last call to return. */
    Round work(Contender.Step step, Duration time) throws Exception {
        CountDownLatch ready = new CountDownLatch(threads);
        CountDownLatch start = new CountDownLatch(1);
        List<Future<Shift>> shifts = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            shifts.add(executor.submit(() -> {
                Shift shift = new Shift();
                ready.countDown();
                start.await();
                shift.work(step, System.nanoTime() + time.toNanos());
                return shift;
            }));
        }
        ready.await();
        start.countDown();
        return together(shifts, time);
    }

    private static Round together(List<Future<Shift>> shifts, Duration time) throws Exception {
        long inTime = 0;
        List<long[]> parts = new ArrayList<>();
        for (Future<Shift> each : shifts) {
            Shift shift = result(each);
            inTime += shift.inTime;
            parts.add(Arrays.copyOf(shift.nanos, shift.calls));
        }
        long[] nanos = parts.stream().flatMapToLong(Arrays::stream).toArray();
        return Round.of(nanos, inTime, time.toNanos() / 1e9);
    }

    private static Shift result(Future<Shift> shift) throws Exception {
        try {
            return shift.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a call failed, so the figures are worthless", e.getCause());
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }

    /** The calls of one thread in a round. */
    private static final class Shift {
        private long[] nanos = new long[1024];
        private int calls;
        private long inTime;

        void work(Contender.Step step, long until) throws Exception {
            for (long now = System.nanoTime(); now - until < 0; ) {
                long before = now;
                step.run();
                now = System.nanoTime();
                note(now - before);
                inTime += now - until < 0 ? 1 : 0;
            }
        }

        private void note(long time) {
            if (calls == nanos.length) {
                nanos = Arrays.copyOf(nanos, 2 * calls);
            }
            nanos[calls++] = time;
        }
    }
}
