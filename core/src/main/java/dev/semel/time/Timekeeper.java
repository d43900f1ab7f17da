package dev.semel.time;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Measures time and runs things later, inside one process. It never decides about a lease or a retention: that is for the store and its
 * clock. There is one reason to make one's own: tests on virtual time, for which {@code semel-testkit} has one.
 */
public interface Timekeeper {

    /** The timekeeper of this JVM: {@link System#nanoTime()}, and daemon threads that exist only while there is something to do. */
    static Timekeeper system() {
        return new SystemTimekeeper();
    }

    /** Nanoseconds that only grow, from an arbitrary start. */
    long nanoTime();

    /**
     * The time of day in milliseconds. Unlike {@link #nanoTime()} it goes on while the machine is suspended, and it may be set: an owner
     * trusts its lease only as long as both clocks say so. Defaults to {@code nanoTime()} in milliseconds, for time that is virtual.
     */
    default long currentTimeMillis() {
        return nanoTime() / 1_000_000;
    }

    /**
     * Runs a task once, after a delay, on a thread that may block.
     *
     * @return cancels the task if it has not begun
     */
    Runnable after(Duration delay, Runnable task);

    /** {@link #after} for a task that is short and never blocks: it may run on the clock's own thread, which nothing else can keep busy. */
    default Runnable brieflyAfter(Duration delay, Runnable task) {
        return after(delay, task);
    }

    /**
     * Runs a task soon, on a thread that may block. However many of these block, they keep no {@linkplain #after timed} task from running.
     */
    void inBackground(Runnable task);

    /** Blocks the calling thread until the future is complete, in whatever way, or the time is over. */
    default void await(@Nullable CompletableFuture<?> until, Duration atMost) throws InterruptedException {
        CompletableFuture<@Nullable Object> over = new CompletableFuture<>();
        Runnable cancel = after(atMost, () -> over.complete(null));
        CompletableFuture<?> either = until == null ? over : CompletableFuture.anyOf(over, until);
        try {
            either.get();
        } catch (ExecutionException e) {
            return; // complete all the same; the one who waits looks for itself
        } finally {
            cancel.run();
        }
    }
}
