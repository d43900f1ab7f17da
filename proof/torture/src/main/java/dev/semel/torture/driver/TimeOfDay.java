package dev.semel.torture.driver;

import java.util.function.LongSupplier;

/**
 * Notices that the machine's time of day was set during a run. Stores go by that, and the rules by the time since the machine was started: a record whose retention ends early because the clock was put forward is no finding. Not for use by many threads.
 */
final class TimeOfDay {
    /** Below what the rules put up with. Reading two clocks takes its time. */
    private static final long TOLERANCE = 15_000_000;

    private static final long AT_ONCE = 5_000_000;

    /** Clocks that are corrected bit by bit go wrong by half of this at most. */
    private static final int DRIFT_ONE_IN = 1_000;

    private final LongSupplier ahead;
    private final LongSupplier clock;
    private long before;
    private long lookedAt;

    TimeOfDay() {
        this(TimeOfDay::now, System::nanoTime);
    }

    /**
     * Creates an observer of other clocks.
     *
     * @param ahead by how much the time of day is ahead of the other clock, in nanoseconds
     * @param clock the other clock
     */
    TimeOfDay(LongSupplier ahead, LongSupplier clock) {
        this.ahead = ahead;
        this.clock = clock;
        this.before = ahead.getAsLong();
        this.lookedAt = clock.getAsLong();
    }

    /** Reads both clocks at one moment, as far as the scheduler allows. */
    private static long now() {
        for (int tried = 1; ; tried++) {
            long began = System.nanoTime();
            long time = System.currentTimeMillis() * 1_000_000;
            if (System.nanoTime() - began < AT_ONCE || tried == 100) {
                return time - began;
            }
        }
    }

    /** Nothing that was found since can be trusted. */
    static final class ClockSetException extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        ClockSetException(long millis) {
            super("the machine's clock was set by " + millis
                    + " ms during the run, so what was found about the ends of leases and retentions may be wrong; run it"
                    + " again");
        }
    }

    /**
     * Compares the clocks. Call it repeatedly.
     *
     * @throws ClockSetException if it was set since the last call
     */
    void check() {
        long last = before;
        long since = lookedAt;
        before = ahead.getAsLong();
        lookedAt = clock.getAsLong();
        if (Math.abs(before - last) > TOLERANCE + (lookedAt - since) / DRIFT_ONE_IN) {
            throw new ClockSetException((before - last) / 1_000_000);
        }
    }
}
