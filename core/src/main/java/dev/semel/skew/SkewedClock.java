package dev.semel.skew;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/** The application's clock, with an allowance for how far the clocks of its nodes may be apart. Safe for use by many threads. */
public final class SkewedClock {
    private static final long A_DAY = Duration.ofDays(1).toMillis();

    private final InstantSource clock;
    private final long skewMillis;
    private final AtomicLong lastVersion = new AtomicLong();

    /** Reads this clock. Its nodes' clocks are apart by {@code skewAllowance} at most. */
    public SkewedClock(InstantSource clock, Duration skewAllowance) {
        this.clock = clock;
        this.skewMillis = ClockReading.millis(skewAllowance);
    }

    /** Returns the present time. */
    public ClockReading now() {
        return ClockReading.of(clock.instant(), skewMillis);
    }

    /** Returns a number that is greater than all that this process has returned before, even if the clock is set back. */
    public long nextVersion(ClockReading now) {
        long atLeast = Math.multiplyExact(now.written(), 1_000L);
        while (true) {
            long last = lastVersion.get();
            long next = Math.max(last + 1, atLeast);
            if (lastVersion.compareAndSet(last, next)) {
                return next;
            }
        }
    }

    /** Returns the second since 1970 at which {@code end} is past by every clock, the server's included. */
    public long secondsAfter(long end) {
        return -Math.floorDiv(-Math.addExact(end, skewMillis), 1_000L);
    }

    /**
     * Returns when a released record counts as absent. Without a retention that is a day ago: a claim that has read its clock before the
     * release may reach the record after it.
     */
    public long forgottenAfter(ClockReading now, Duration retention) {
        return retention.isZero() ? pastForAll(now) - A_DAY : now.after(retention);
    }

    /** Returns how far the clocks of two nodes may be apart, in milliseconds. */
    public long skewMillis() {
        return skewMillis;
    }

    /** Returns a time that is already past by the clock of every node. */
    public long pastForAll(ClockReading now) {
        return now.judged() - skewMillis;
    }
}
