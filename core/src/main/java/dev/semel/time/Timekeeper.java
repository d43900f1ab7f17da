package dev.semel.time;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Measures time and runs tasks later, inside one process. It never decides about a lease or a retention: the store
 * does, by its own clock. The only reason to implement it is a test on virtual time; {@code semel-testkit} has an
 * implementation for that.
 */
public interface Timekeeper {

    /** Returns the timekeeper of this JVM: {@link System#nanoTime()}, and daemon threads that exist only while there are tasks. */
    static Timekeeper system() {
        return new SystemTimekeeper();
    }

    /** Returns nanoseconds that only grow, from an arbitrary start. */
    long nanoTime();

    /**
     * Returns the time of day in milliseconds. Unlike {@link #nanoTime()} it continues while the machine is suspended,
     * and it may be set: an owner trusts its lease only while both clocks agree that it is live. Defaults to {@code
     * nanoTime()} in milliseconds, for virtual time.
     */
    default long currentTimeMillis() {
        return nanoTime() / 1_000_000;
    }

    /**
     * Runs a task once, after a delay, on a thread that may block.
     *
     * @return a task that cancels the timed one if it has not begun
     */
    Runnable after(Duration delay, Runnable task);

    /**
     * Does the same as {@link #after} for a task that is short and never blocks. It may run on the timer's own thread,
     * which is never blocked by other tasks.
     */
    default Runnable brieflyAfter(Duration delay, Runnable task) {
        return after(delay, task);
    }

    /**
     * Runs a task soon, on a thread that may block. However many of these block, they keep no {@linkplain #after timed}
     * task from running.
     */
    void inBackground(Runnable task);

    /** Blocks the calling thread until the future is complete, normally or exceptionally, or the time has passed. */
    default void await(@Nullable CompletableFuture<?> until, Duration atMost) throws InterruptedException {
        CompletableFuture<@Nullable Object> over = new CompletableFuture<>();
        Runnable cancel = after(atMost, () -> over.complete(null));
        CompletableFuture<?> either = until == null ? over : CompletableFuture.anyOf(over, until);
        try {
            either.get();
        } catch (ExecutionException e) {
            return; // complete anyway; the caller checks the future itself
        } finally {
            cancel.run();
        }
    }
}
