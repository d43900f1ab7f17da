package dev.semel.torture;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What was done to the parts, and how the run went on. Safe for use by many threads. */
final class Score {

    /**
     * How far the run had come.
     *
     * @param seconds after the start
     * @param operations so far
     */
    record Sample(double seconds, long operations) {}

    private final long start;
    private final Map<Fault, Integer> struck = new EnumMap<>(Fault.class);
    private final Map<Point, Integer> points = new EnumMap<>(Point.class);
    private final List<Strike> strikes = new CopyOnWriteArrayList<>();
    private final List<Failover> failovers = new CopyOnWriteArrayList<>();
    private volatile @Nullable Failover failingOver;
    private final List<Sample> samples = new CopyOnWriteArrayList<>();

    Score(long start) {
        this.start = start;
    }

    synchronized void struck(Strike strike) {
        struck.merge(strike.fault(), 1, Integer::sum);
        if (strike.point() != null) {
            points.merge(strike.point(), 1, Integer::sum);
        }
        strikes.add(strike);
    }

    /** Has begun, and goes on until {@link #failedOver}: what shows meanwhile may be of it. */
    void failingOver(long began) {
        failingOver = new Failover(began, Long.MAX_VALUE);
    }

    void failedOver(Failover failover) {
        failovers.add(failover);
        failingOver = null;
    }

    void sample(long operations) {
        samples.add(new Sample(seconds(), operations));
    }

    double seconds() {
        return secondsAt(System.nanoTime());
    }

    double secondsAt(long nanos) {
        return (nanos - start) / 1e9;
    }

    /** How many kills and pauses hit each of the named points. */
    synchronized Map<Point, Integer> points() {
        Map<Point, Integer> all = new EnumMap<>(Point.class);
        for (Point point : Point.values()) {
            all.put(point, points.getOrDefault(point, 0));
        }
        return all;
    }

    synchronized int count(Fault... faults) {
        int sum = 0;
        for (Fault fault : faults) {
            sum += struck.getOrDefault(fault, 0);
        }
        return sum;
    }

    int kills() {
        return count(Fault.KILL, Fault.KILL_AT_POINT);
    }

    int pauses() {
        return count(Fault.PAUSE, Fault.PAUSE_AT_POINT);
    }

    int crashes() {
        return count(Fault.CRASH_SERVER, Fault.FAIL_OVER, Fault.PROMOTE_STANDBY);
    }

    int cuts() {
        return count(Fault.CUT, Fault.CUT_WITHIN_REPLY, Fault.REFUSE_CONNECTIONS);
    }

    int lostReplies() {
        return count(Fault.LOSE_REPLY, Fault.CUT_WITHIN_REPLY);
    }

    List<Strike> strikes() {
        return List.copyOf(strikes);
    }

    List<Failover> failovers() {
        Failover open = failingOver;
        return Stream.concat(failovers.stream(), Stream.ofNullable(open)).toList();
    }

    List<Sample> samples() {
        return List.copyOf(samples);
    }
}
