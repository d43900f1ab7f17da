package dev.semel.testkit;

import dev.semel.Timekeeper;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Time that passes only when it is told to: a timekeeper, a clock and an executor in one, all on the thread that calls {@link #advance} or
 * {@link #runAll}. With it a whole run of the engine's asynchronous form is one deterministic sequence of tasks.
 *
 * <p>Tasks may be handed in by any thread; the time should be driven by one.
 */
public final class VirtualTime implements Timekeeper, Executor {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private record Task(long at, long number, Runnable work) {}

    private final PriorityQueue<Task> tasks =
            new PriorityQueue<>(Comparator.comparingLong(Task::at).thenComparingLong(Task::number));
    private long now;
    private long numbers;

    @Override
    public synchronized long nanoTime() {
        return now;
    }

    /** A clock on this time, starting at the beginning of 2026. */
    public InstantSource clock() {
        return () -> START.plusNanos(nanoTime());
    }

    @Override
    public synchronized Runnable after(Duration delay, Runnable work) {
        long wait = delay.isNegative() ? 0 : delay.toNanos();
        Task task = new Task(now + wait, numbers++, work);
        tasks.add(task);
        return () -> cancel(task);
    }

    private synchronized void cancel(Task task) {
        tasks.remove(task);
    }

    /** Runs a task at the present time, when the time is driven next. */
    @Override
    public void execute(Runnable work) {
        var unused = after(Duration.ZERO, work);
    }

    @Override
    public void inBackground(Runnable work) {
        execute(work);
    }

    /** Lets time pass, and runs what falls due on the way. */
    public void advance(Duration by) {
        long until = nanoTime() + by.toNanos();
        for (Task task = takeUntil(until); task != null; task = takeUntil(until)) {
            task.work().run();
        }
        synchronized (this) {
            now = Math.max(now, until); // a task may have let time pass by itself
        }
    }

    /**
     * Runs all there is, and what comes of it, at most until some time has passed.
     *
     * @return how many tasks are left
     */
    public int runAll(Duration atMost) {
        long until = nanoTime() + atMost.toNanos();
        for (Task task = takeUntil(until); task != null; task = takeUntil(until)) {
            task.work().run();
        }
        synchronized (this) {
            return tasks.size();
        }
    }

    private synchronized @Nullable Task takeUntil(long until) {
        Task first = tasks.peek();
        if (first == null || first.at() > until) {
            return null;
        }
        tasks.remove();
        now = Math.max(now, first.at());
        return first;
    }
}
