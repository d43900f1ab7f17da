package dev.semel.time;

import dev.semel.thread.StackRoom;
import dev.semel.thread.Threads;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Keeps time with one timer thread, and runs tasks on other threads, so that a store that hangs does not stop the
 * timer. Timed tasks and background tasks have separate threads: renewals that hang do not prevent waits from ending.
 */
final class SystemTimekeeper implements Timekeeper {
    private static final int MOST_THREADS = 256;
    private static final long NO_THREAD_TO_BE_HAD_MILLIS = 20;

    private final ScheduledThreadPoolExecutor timer =
            new ScheduledThreadPoolExecutor(1, Threads.daemons("semel-timer"));
    private final Executor timed = Threads.growing("semel-timed", MOST_THREADS);
    private final Executor background = Threads.growing("semel-background", MOST_THREADS);

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
    public long currentTimeMillis() {
        return System.currentTimeMillis();
    }

    @Override
    public Runnable after(Duration delay, Runnable task) {
        return schedule(delay, () -> handOver(task));
    }

    @Override
    public Runnable brieflyAfter(Duration delay, Runnable task) {
        return schedule(delay, task);
    }

    /** The timer's queue has a lock. A caller that ran out of stack while holding it would leave it locked for all other callers. */
    private Runnable schedule(Duration delay, Runnable task) {
        StackRoom.require();
        Future<?> waiting = timer.schedule(task, Math.max(0, delay.toNanos()), TimeUnit.NANOSECONDS);
        return () -> {
            StackRoom.require();
            waiting.cancel(false);
        };
    }

    /** A timed task must not be lost if no thread can be created now, since there may be one soon. */
    @SuppressWarnings("FutureReturnValueIgnored")
    private void handOver(Runnable task) {
        try {
            timed.execute(task);
        } catch (Throwable thrown) {
            timer.schedule(() -> handOver(task), NO_THREAD_TO_BE_HAD_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    @Override
    public void inBackground(Runnable task) {
        StackRoom.require();
        background.execute(task);
    }

    /** Needs no other thread, so a caller's limit holds even while all other threads hang in a store. */
    @Override
    public void await(@Nullable CompletableFuture<?> until, Duration atMost) throws InterruptedException {
        if (until == null) {
            TimeUnit.NANOSECONDS.sleep(atMost.toNanos());
            return;
        }
        try {
            until.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException e) {
            return; // the caller checks the future itself
        }
    }
}
