package dev.semel.torture.protocol;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The points of one worker, and the order for the next time that one of them is reached. */
public final class Points {
    /** The exit code of a worker that died at a point. */
    public static final int DIED = 99;

    private static final long UNTIL_STOPPED = 60_000_000;

    /** An order for a point. */
    private record Order(Point point, boolean dies) {}

    private final AtomicReference<@Nullable Order> order = new AtomicReference<>();

    /** Halts the process when the point is reached next, without flushing, closing or rolling back anything. */
    public void dieAt(Point point) {
        order.set(new Order(point, true));
    }

    /** Reports when the point is reached next, and waits there long enough for the process to be stopped. */
    public void standAt(Point point) {
        order.set(new Order(point, false));
    }

    public void reach(Point point) {
        Order now = order.get();
        if (now == null || now.point() != point || !order.compareAndSet(now, null)) {
            return;
        }
        if (!now.dies()) {
            System.out.println("at " + point + " until " + (System.nanoTime() + UNTIL_STOPPED));
            LockSupport.parkNanos(UNTIL_STOPPED);
        } else if (point == Point.DURING_RENEWAL) {
            Thread killer = new Thread(Points::dieInAMoment, "killer");
            killer.setDaemon(true);
            killer.start();
        } else {
            Runtime.getRuntime().halt(DIED);
        }
    }

    private static void dieInAMoment() {
        LockSupport.parkNanos(300_000);
        Runtime.getRuntime().halt(DIED);
    }
}
