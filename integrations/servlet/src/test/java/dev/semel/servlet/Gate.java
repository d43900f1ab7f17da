package dev.semel.servlet;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Blocks an application until the test lets it continue. */
final class Gate {
    private final CountDownLatch arrived = new CountDownLatch(1);
    private final CountDownLatch opened = new CountDownLatch(1);

    void pass() {
        arrived.countDown();
        await(opened);
    }

    void awaitArrival() {
        await(arrived);
    }

    void open() {
        opened.countDown();
    }

    private static void await(CountDownLatch latch) {
        try {
            if (!latch.await(60, TimeUnit.SECONDS)) {
                throw new IllegalStateException("no request came");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
