package dev.semel.torture.protocol;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The points of one worker, and what is to happen at the next one of a kind that is reached. */
public final class Points {
    /** With what a worker ends that died at a point. */
    public static final int DIED = 99;

    private static final long UNTIL_STOPPED = 60_000_000;

    /** What to do at a point. */
    private record Order(Point point, boolean dies) {}

    private final AtomicReference<@Nullable Order> order = new AtomicReference<>();

    /** Dies when the point is reached next, without flushing, closing or rolling back anything. */
    public void dieAt(Point point) {
        order.set(new Order(point, true));
    }

    /** Says so when the point is reached next, and waits there for a moment in which the process can be stopped. */
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
