package dev.semel;

import java.time.Duration;

/**
 * A moment by both clocks: that of the JVM may stand still while a machine is suspended or a function frozen, and the time of day may be set back.
 *
 * @param nanos by the JVM's clock
 * @param millis by the time of day
 */
record Moment(long nanos, long millis) {

    Moment plus(Duration time) {
        return new Moment(nanos + time.toNanos(), millis + time.toMillis());
    }

    /** Whether either clock says that this is over. */
    boolean isOver(Moment now) {
        return nanos - now.nanos <= 0 || now.millis > millis;
    }
}
