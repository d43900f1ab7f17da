package dev.semel.simulation;

import dev.semel.Timekeeper;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * A process: its tasks start a little late, none starts or goes on while it is paused, and none ever again once it has crashed. Its own
 * clock runs a little too fast or too slow.
 */
final class Node implements Timekeeper, Executor {

    /** Thrown where a task of a crashed process would go on; nothing that it does after that gets out of the process. */
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

    /** From now on the store can't be reached, for a while. */
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

    /** A task of this process waits for something outside. */
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

    /** An overflow that nothing catches ends the thread of a task, and the process has others. */
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
