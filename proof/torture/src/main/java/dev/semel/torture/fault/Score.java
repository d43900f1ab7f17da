package dev.semel.torture.fault;

import dev.semel.torture.judge.Failover;
import dev.semel.torture.protocol.Point;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The counts of faults and operations of a run so far. Safe for use by many threads. */
public final class Score {

    /**
     * How far the run had come.
     *
     * @param seconds after the start
     * @param operations so far
     */
    public record Sample(double seconds, long operations) {}

    private final long start;
    private final Map<RigFault, Integer> struck = new EnumMap<>(RigFault.class);
    private final Map<Point, Integer> points = new EnumMap<>(Point.class);
    private final List<Strike> strikes = new CopyOnWriteArrayList<>();
    private final List<Failover> failovers = new CopyOnWriteArrayList<>();
    private volatile @Nullable Failover failingOver;
    private final List<Sample> samples = new CopyOnWriteArrayList<>();

    public Score(long start) {
        this.start = start;
    }

    public synchronized void struck(Strike strike) {
        struck.merge(strike.fault(), 1, Integer::sum);
        if (strike.point() != null) {
            points.merge(strike.point(), 1, Integer::sum);
        }
        strikes.add(strike);
    }

    /** Has begun, and goes on until {@link #failedOver}: what shows meanwhile may be of it. */
    public void failingOver(long began) {
        failingOver = new Failover(began, Long.MAX_VALUE);
    }

    public void failedOver(Failover failover) {
        failovers.add(failover);
        failingOver = null;
    }

    public void sample(long operations) {
        samples.add(new Sample(seconds(), operations));
    }

    public double seconds() {
        return secondsAt(System.nanoTime());
    }

    public double secondsAt(long nanos) {
        return (nanos - start) / 1e9;
    }

    /** Returns how many kills and pauses hit each of the named points. */
    public synchronized Map<Point, Integer> points() {
        Map<Point, Integer> all = new EnumMap<>(Point.class);
        for (Point point : Point.values()) {
            all.put(point, points.getOrDefault(point, 0));
        }
        return all;
    }

    public synchronized int count(RigFault... faults) {
        int sum = 0;
        for (RigFault fault : faults) {
            sum += struck.getOrDefault(fault, 0);
        }
        return sum;
    }

    public int kills() {
        return count(RigFault.KILL, RigFault.KILL_AT_POINT);
    }

    public int pauses() {
        return count(RigFault.PAUSE, RigFault.PAUSE_AT_POINT);
    }

    public int crashes() {
        return count(RigFault.CRASH_SERVER, RigFault.FAIL_OVER, RigFault.PROMOTE_STANDBY);
    }

    public int cuts() {
        return count(RigFault.CUT, RigFault.CUT_WITHIN_REPLY, RigFault.REFUSE_CONNECTIONS);
    }

    public int lostReplies() {
        return count(RigFault.LOSE_REPLY, RigFault.CUT_WITHIN_REPLY);
    }

    public List<Strike> strikes() {
        return List.copyOf(strikes);
    }

    public List<Failover> failovers() {
        Failover open = failingOver;
        return Stream.concat(failovers.stream(), Stream.ofNullable(open)).toList();
    }

    public List<Sample> samples() {
        return List.copyOf(samples);
    }
}
