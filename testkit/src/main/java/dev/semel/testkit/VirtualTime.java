package dev.semel.testkit;

import dev.semel.time.Timekeeper;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Time that passes only when a test advances it: a timekeeper, a clock and an executor in one. Tasks run on the thread that calls {@link
 * #advance} or {@link #runAll}, so that a run of asynchronous operations is one deterministic sequence of tasks.
 *
 * <p>Any thread may submit tasks. Only one thread may advance the time.
 */
public final class VirtualTime implements Timekeeper, Executor {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private record Task(long at, long number, Runnable work) {}

    private final PriorityQueue<Task> tasks =
            new PriorityQueue<>(Comparator.comparingLong(Task::at).thenComparingLong(Task::number));
    private long now;
    private long numbers;

    /** Creates a time that stands at the start of 2026. */
    public VirtualTime() {}

    @Override
    public synchronized long nanoTime() {
        return now;
    }

    /** Returns a clock that shows this time. It starts at the beginning of 2026, in UTC. */
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

    /** Queues a task for the present time. It runs when {@link #advance} or {@link #runAll} is called next. */
    @Override
    public void execute(Runnable work) {
        var unused = after(Duration.ZERO, work);
    }

    @Override
    public void inBackground(Runnable work) {
        execute(work);
    }

    /** Advances the time, and runs each task when it is due. */
    public void advance(Duration by) {
        long until = nanoTime() + by.toNanos();
        for (Task task = takeUntil(until); task != null; task = takeUntil(until)) {
            task.work().run();
        }
        synchronized (this) {
            now = Math.max(now, until); // a task may have advanced the time
        }
    }

    /**
     * Runs all tasks, and those that they submit, and advances the time as far as they need, but by {@code atMost}.
     *
     * @return the number of tasks that are left
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
