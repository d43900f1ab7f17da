package dev.semel.dynamodb;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/** The application's clock and what may be wrong with it. */
final class Timing {
    private final InstantSource clock;
    private final long skewMillis;
    private final AtomicLong lastVersion = new AtomicLong();

    Timing(InstantSource clock, Duration skewAllowance) {
        this.clock = clock;
        this.skewMillis = Moment.millis(skewAllowance);
    }

    Moment now() {
        return Moment.of(clock.instant(), skewMillis);
    }

    /** A number that this process has not given before and that is greater than all that it has, also if the clock is set back. */
    long nextVersion(Moment now) {
        long atLeast = Math.multiplyExact(now.written(), 1_000L);
        while (true) {
            long last = lastVersion.get();
            long next = Math.max(last + 1, atLeast);
            if (lastVersion.compareAndSet(last, next)) {
                return next;
            }
        }
    }

    /** Seconds since 1970 at which something that ends at {@code end} is over by every clock, DynamoDB's included. */
    long secondsAfter(long end) {
        return -Math.floorDiv(-Math.addExact(end, skewMillis), 1_000L);
    }

    /** When a released record counts as absent; for every node from now on, whatever its clock says, if it has no retention. */
    long forgottenAfter(Moment now, Duration retention) {
        return retention.isZero() ? overForAll(now) : now.after(retention);
    }

    /** An end of a lease that is over for every node at once. */
    long overForAll(Moment now) {
        return now.judged() - skewMillis;
    }
}
