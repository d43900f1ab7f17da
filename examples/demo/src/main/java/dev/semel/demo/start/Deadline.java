package dev.semel.demo.start;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Ends a start that waits too long for a store, since drivers may try for much longer. */
public final class Deadline {
    private static final Duration MOST = Duration.ofSeconds(7);

    private final CountDownLatch inTime = new CountDownLatch(1);

    private Deadline() {}

    /** Starts the time. The process exits with code 2 if {@link #met} is not called within seven seconds. */
    public static Deadline start() {
        Deadline deadline = new Deadline();
        Thread watching = new Thread(deadline::watch, "deadline");
        watching.setDaemon(true);
        watching.start();
        return deadline;
    }

    private void watch() {
        try {
            if (!inTime.await(MOST.toMillis(), TimeUnit.MILLISECONDS)) {
                System.err.println(Sentence.unreachable("it does not respond"));
                Runtime.getRuntime().halt(2);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends the deadline: the store was reached in time. */
    public void met() {
        inTime.countDown();
    }
}
