package dev.semel.torture;

/**
 * A time in which acknowledged writes may have got lost, in nanoseconds of the machine's monotonic clock.
 *
 * @param began when the replica was cut off, or the master killed
 * @param ended when the former master, which may come back and take writes that nobody keeps, had begun to follow the new one
 */
record Failover(long began, long ended) {

    /** Whether something lasted from before its end until after its beginning. */
    boolean isWithin(long from, long to) {
        return from < ended && to > began;
    }
}
