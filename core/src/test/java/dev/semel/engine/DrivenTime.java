package dev.semel.engine;

import dev.semel.testkit.VirtualTime;
import dev.semel.time.Timekeeper;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Virtual time that a waiting thread advances, so that a blocking call needs no other thread. */
class DrivenTime implements Timekeeper {
    private static final Duration STEP = Duration.ofMillis(1);

    private final VirtualTime time;

    DrivenTime(VirtualTime time) {
        this.time = time;
    }

    @Override
    public long nanoTime() {
        return time.nanoTime();
    }

    @Override
    public Runnable after(Duration delay, Runnable task) {
        return time.after(delay, task);
    }

    @Override
    public void inBackground(Runnable task) {
        time.inBackground(task);
    }

    @Override
    public void await(CompletableFuture<?> until, Duration atMost) throws InterruptedException {
        long end = time.nanoTime() + atMost.toNanos();
        while (time.nanoTime() < end && (until == null || !until.isDone())) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            Duration left = Duration.ofNanos(end - time.nanoTime());
            time.advance(left.compareTo(STEP) < 0 ? left : STEP);
        }
    }
}
