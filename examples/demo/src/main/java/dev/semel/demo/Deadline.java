package dev.semel.demo;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Ends a start that waits for a store that never answers. Drivers have their own ideas of how long to try. */
final class Deadline {
    private static final Duration MOST = Duration.ofSeconds(7);

    private final CountDownLatch inTime = new CountDownLatch(1);

    private Deadline() {}

    static Deadline start() {
        Deadline deadline = new Deadline();
        Thread watching = new Thread(deadline::watch, "deadline");
        watching.setDaemon(true);
        watching.start();
        return deadline;
    }

    private void watch() {
        try {
            if (!inTime.await(MOST.toMillis(), TimeUnit.MILLISECONDS)) {
                System.err.println(Sentence.unreachable("it does not answer"));
                Runtime.getRuntime().halt(2);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What it was for has come to its end in time. */
    void over() {
        inTime.countDown();
    }
}
