package dev.semel.simulation;

import dev.semel.Timekeeper;
import dev.semel.testkit.VirtualTime;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.Executor;

/**
 * A process: its tasks start a little late, none starts while it is paused, and none ever again once it has crashed. Its own clock runs a
 * little too fast or too slow.
 */
final class Node implements Timekeeper, Executor {
    private final String name;
    private final VirtualTime time;
    private final Random random;
    private final double rate;
    private boolean crashed;
    private long pausedUntil;

    Node(String name, VirtualTime time, Random random) {
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

    @Override
    public long nanoTime() {
        return (long) (time.nanoTime() * rate);
    }

    @Override
    public Runnable after(Duration delay, Runnable task) {
        return time.after(delay.plusNanos(lateness()), () -> start(task));
    }

    @Override
    public void execute(Runnable task) {
        time.after(Duration.ofNanos(lateness()), () -> start(task));
    }

    @Override
    public void inBackground(Runnable task) {
        execute(task);
    }

    private void start(Runnable task) {
        long wait = pausedUntil - time.nanoTime();
        if (wait > 0) {
            time.after(Duration.ofNanos(wait + lateness()), () -> start(task));
        } else if (!crashed) {
            task.run();
        }
    }

    private long lateness() {
        return random.nextInt(3_000_000);
    }
}
