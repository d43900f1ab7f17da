package dev.semel.simulation;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/**
 * Virtual time on which tasks may block. Exactly one of its threads has the turn and runs the tasks that are due. If a task sleeps, another
 * thread gets the turn until the sleeper is due. So blocking tasks are as deterministic as a queue of tasks, and tasks that do not block
 * never switch threads.
 */
final class Turns {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final ExecutorService THREADS = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "simulated");
        thread.setDaemon(true);
        return thread;
    });

    /** Ends a thread that still sleeps at the end of the run. */
    private static final class Ended extends Error {
        Ended() {
            super("the run has ended", null, false, false);
        }
    }

    /** A task, or the end of a thread's sleep. */
    private record Event(long at, long number, Runnable work, Semaphore sleeper) {}

    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::number));
    private final Deque<Semaphore> idle = new ArrayDeque<>();
    private final Set<Semaphore> asleep = new LinkedHashSet<>();
    private final Semaphore threadEnded = new Semaphore(0);
    private Semaphore present = new Semaphore(0);
    private Throwable failure;
    private long now;
    private long end;
    private long numbers;
    private boolean over;

    long nanoTime() {
        return now;
    }

    InstantSource clock() {
        return () -> START.plusNanos(now);
    }

    /** Schedules a task, and returns an action that cancels it. */
    Runnable after(Duration delay, Runnable work) {
        Event task = add(delay, work, null);
        return () -> events.remove(task);
    }

    /** Runs all tasks, and those that they schedule, until this time has passed. */
    void run(Duration atMost) {
        end = now + atMost.toNanos();
        startThread();
        threadEnded.acquireUninterruptibly();
        over = true;
        List<Semaphore> left = new ArrayList<>(idle);
        left.addAll(asleep);
        for (Semaphore each : left) {
            resume(each);
            threadEnded.acquireUninterruptibly();
        }
        if (failure != null) {
            throw new AssertionError("a task failed", failure);
        }
    }

    /** Lets time pass. Called by a task. */
    void sleep(Duration time) {
        ensureRunning();
        long until = now + time.toNanos();
        if (events.isEmpty() || events.peek().at() > until) {
            now = until;
            return;
        }
        add(time, null, present);
        handOver();
    }

    /** Lets time pass until shortly after a future has completed, or at most {@code atMost}. Called by a task. */
    void await(CompletableFuture<?> until, Duration late, Duration atMost) {
        ensureRunning();
        Event timer = add(atMost, null, present);
        if (until != null) {
            until.whenComplete((value, thrown) -> {
                if (events.remove(timer)) {
                    add(late, null, timer.sleeper());
                }
            });
        }
        handOver();
    }

    private Event add(Duration delay, Runnable work, Semaphore sleeper) {
        Event event = new Event(now + Math.max(0, delay.toNanos()), numbers++, work, sleeper);
        events.add(event);
        return event;
    }

    private void ensureRunning() {
        if (over) {
            throw new Ended();
        }
    }

    private void handOver() {
        Semaphore mine = present;
        asleep.add(mine);
        if (idle.isEmpty()) {
            startThread();
        } else {
            resume(idle.pop());
        }
        mine.acquireUninterruptibly();
        asleep.remove(mine);
        ensureRunning();
    }

    private void resume(Semaphore thread) {
        present = thread;
        thread.release();
    }

    private void startThread() {
        Semaphore mine = new Semaphore(0);
        present = mine;
        THREADS.execute(() -> {
            try {
                runAll(mine);
            } finally {
                threadEnded.release();
            }
        });
    }

    private void runAll(Semaphore mine) {
        while (!over && !events.isEmpty() && events.peek().at() <= end) {
            Event event = events.remove();
            now = Math.max(now, event.at());
            if (event.sleeper() == null) {
                run(event.work());
            } else {
                idle.push(mine);
                resume(event.sleeper());
                mine.acquireUninterruptibly();
            }
        }
    }

    private void run(Runnable work) {
        try {
            work.run();
        } catch (Ended | Node.Crashed e) {
            return; // no caller is left to report it to
        } catch (Throwable thrown) {
            failure = failure == null ? thrown : failure;
        }
    }
}
