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
 * Virtual time on which a task may block. Of all its threads one has the turn: it runs what falls due, and if that sleeps, another thread
 * gets the turn until the sleeper's time has come. So what blocks is as deterministic as a queue of tasks, and what never blocks costs no
 * change of threads.
 */
final class Turns {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final ExecutorService THREADS = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "simulated");
        thread.setDaemon(true);
        return thread;
    });

    /** Thrown where a thread still sleeps at the end of the run. */
    private static final class Over extends Error {
        Over() {
            super("the run is over", null, false, false);
        }
    }

    /** Either a task or one that sleeps. */
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

    /** Runs a task later; what it returns takes that back. */
    Runnable after(Duration delay, Runnable work) {
        Event task = add(delay, work, null);
        return () -> events.remove(task);
    }

    /** Runs all there is, and what comes of it, until some time has passed. */
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
            throw new AssertionError("a task has thrown", failure);
        }
    }

    /** To be called by a task: lets time pass. */
    void sleep(Duration time) {
        ensureNotOver();
        long until = now + time.toNanos();
        if (events.isEmpty() || events.peek().at() > until) {
            now = until;
            return;
        }
        add(time, null, present);
        handOver();
    }

    /** To be called by a task: lets time pass until a little after a future is complete, or some time is over. */
    void await(CompletableFuture<?> until, Duration late, Duration atMost) {
        ensureNotOver();
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

    private void ensureNotOver() {
        if (over) {
            throw new Over();
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
        ensureNotOver();
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
        } catch (Over | Node.Crashed e) {
            return; // nobody is left who could be told
        } catch (Throwable thrown) {
            failure = failure == null ? thrown : failure;
        }
    }
}
