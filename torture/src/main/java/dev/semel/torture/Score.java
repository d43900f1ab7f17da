package dev.semel.torture;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** What was done to the parts, and how the run went on. Safe for use by many threads. */
final class Score {

    /**
     * A fault that has struck.
     *
     * @param seconds after the start
     * @param fault which one
     */
    record Strike(double seconds, Fault fault) {}

    /**
     * How far the run had come.
     *
     * @param seconds after the start
     * @param operations so far
     */
    record Sample(double seconds, long operations) {}

    private final long start;
    private final Map<Fault, Integer> struck = new EnumMap<>(Fault.class);
    private final List<Strike> strikes = new CopyOnWriteArrayList<>();
    private final List<Sample> samples = new CopyOnWriteArrayList<>();

    Score(long start) {
        this.start = start;
    }

    synchronized void struck(Fault fault) {
        struck.merge(fault, 1, Integer::sum);
        strikes.add(new Strike(seconds(), fault));
    }

    void sample(long operations) {
        samples.add(new Sample(seconds(), operations));
    }

    double seconds() {
        return (System.nanoTime() - start) / 1e9;
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
        return count(Fault.CRASH_SERVER, Fault.FAIL_OVER);
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

    List<Sample> samples() {
        return List.copyOf(samples);
    }
}
