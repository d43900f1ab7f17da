package dev.semel.simulation;

import dev.semel.time.Timekeeper;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * A process. Its tasks start slightly late, and its clock runs slightly too fast or too slow. No task starts or continues while the process
 * is paused, or after it has crashed.
 */
final class Node implements Timekeeper, Executor {

    /** Ends a task of a crashed process. Nothing that the task does afterwards leaves the process. */
    static final class Crashed extends Error {
        Crashed() {
            super("crashed", null, false, false);
        }
    }

    private final String name;
    private final Turns time;
    private final Random random;
    private final double rate;
    private boolean crashed;
    private long pausedUntil;
    private long cutOffUntil;

    Node(String name, Turns time, Random random) {
        this.name = name;
        this.time = time;
        this.random = random;
        this.rate = 0.9 + random.nextDouble() * 0.2;
    }

    String name() {
        return name;
    }

    boolean isUp() {
        return !crashed;
    }

    void crash() {
        crashed = true;
    }

    void pause(Duration length) {
        pausedUntil = Math.max(pausedUntil, time.nanoTime() + length.toNanos());
    }

    /** Makes the store unreachable for a while. */
    void cutOff(Duration length) {
        cutOffUntil = Math.max(cutOffUntil, time.nanoTime() + length.toNanos());
    }

    boolean isCutOff() {
        return time.nanoTime() < cutOffUntil;
    }

    @Override
    public long nanoTime() {
        return (long) (time.nanoTime() * rate);
    }

    @Override
    public Runnable after(Duration delay, Runnable task) {
        return time.after(delay.plus(lateness()), () -> start(task));
    }

    @Override
    public void execute(Runnable task) {
        time.after(lateness(), () -> start(task));
    }

    @Override
    public void inBackground(Runnable task) {
        execute(task);
    }

    @Override
    public void await(CompletableFuture<?> until, Duration atMost) {
        time.await(until, lateness(), atMost);
        goOn();
    }

    /** Lets a task of this process wait for an external event. */
    void sleep(Duration length) {
        if (!length.isZero()) {
            time.sleep(length);
        }
        goOn();
    }

    private void goOn() {
        while (pausedUntil > time.nanoTime()) {
            time.sleep(Duration.ofNanos(pausedUntil - time.nanoTime()).plus(lateness()));
        }
        if (crashed) {
            throw new Crashed();
        }
    }

    private void start(Runnable task) {
        long wait = pausedUntil - time.nanoTime();
        if (wait > 0) {
            time.after(Duration.ofNanos(wait).plus(lateness()), () -> start(task));
        } else if (!crashed) {
            run(task);
        }
    }

    /** Runs a task. An uncaught overflow ends only the thread of that task. */
    private static void run(Runnable task) {
        try {
            task.run();
        } catch (StackOverflowError e) {
            if (!OverflowingStore.INJECTED.equals(e.getMessage())) {
                throw e;
            }
        }
    }

    private Duration lateness() {
        return Duration.ofNanos(random.nextInt(3_000_000));
    }
}
