package dev.semel;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** One thread that knows when, and a few that do it, so that a store that hangs does not stop the clock. */
final class SystemTimekeeper implements Timekeeper {
    private static final int WORKERS = 8;

    private final ScheduledThreadPoolExecutor timer =
            new ScheduledThreadPoolExecutor(1, Threads.daemons("semel-timer"));
    private final ThreadPoolExecutor workers = Threads.pool("semel-background", WORKERS);

    SystemTimekeeper() {
        timer.setRemoveOnCancelPolicy(true);
        timer.setKeepAliveTime(10, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public Runnable after(Duration delay, Runnable task) {
        if (delay.isZero() || delay.isNegative()) {
            Future<?> running = workers.submit(task);
            return () -> running.cancel(false);
        }
        Future<?> waiting = timer.schedule(() -> workers.execute(task), delay.toNanos(), TimeUnit.NANOSECONDS);
        return () -> waiting.cancel(false);
    }

    /** Needs no other thread, so a caller's limit holds even while all workers hang in a store. */
    @Override
    public void await(@Nullable CompletableFuture<?> until, Duration atMost) throws InterruptedException {
        if (until == null) {
            TimeUnit.NANOSECONDS.sleep(atMost.toNanos());
            return;
        }
        try {
            until.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException e) {
            return; // the one who waits looks for itself
        }
    }
}
