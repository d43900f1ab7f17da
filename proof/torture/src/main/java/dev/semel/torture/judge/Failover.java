package dev.semel.torture.judge;

import dev.semel.testkit.history.HistoryEvent;
import dev.semel.testkit.history.Spans;

/**
 * A time in which acknowledged writes may have got lost, in nanoseconds of the machine's monotonic clock.
 *
 * @param began when the replica was cut off, or the master killed
 * @param ended when the former master, which may return and take writes that are lost, had begun to follow the new one
 */
public record Failover(long began, long ended) {

    /** How far a replica that is not cut off may be behind, and how long a request may be under way. */
    private static final long BEHIND_NANOS = 2_000_000_000L;

    /** Returns whether it may have forgotten something that was written then, which showed at {@code shownAt}. */
    boolean mayHaveForgotten(Spans written, long shownAt) {
        return shownAt > began && written.meet(began - BEHIND_NANOS, ended);
    }

    /** Returns whether it may have forgotten what was committed for this answer. */
    boolean mayHaveForgotten(HistoryEvent answer) {
        return answer.at() > began - BEHIND_NANOS && answer.began() < ended;
    }
}
