package dev.semel.torture.fault;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Which faults come when: the same for the same seed, duration, possibilities and intensity. What they hit is up to the moment. */
public final class Schedule {

    /**
     * A fault to come.
     *
     * @param atMillis after the start
     * @param fault which one
     * @param seed of what is left to chance in it
     */
    record Planned(long atMillis, RigFault fault, long seed) {}

    private Schedule() {}

    public static List<Planned> of(long seed, Duration duration, Set<RigFault> possible, double intensity) {
        List<Planned> all = new ArrayList<>();
        for (RigFault fault : RigFault.values()) {
            if (possible.contains(fault)) {
                Random random = new Random(seed * 31 + fault.name().hashCode());
                all.addAll(of(fault, duration.toMillis(), intensity, random));
            }
        }
        all.sort(Comparator.comparingLong(Planned::atMillis));
        return all;
    }

    /** Plans faults at random times, and each at least once if there is time, so that a short run has some of each. */
    private static List<Planned> of(RigFault fault, long millis, double intensity, Random random) {
        List<Planned> planned = new ArrayList<>();
        double gap = 60_000 / (fault.perMinute() * intensity);
        for (double at = next(random, gap); at < millis; at += next(random, gap)) {
            planned.add(new Planned((long) at, fault, random.nextLong()));
        }
        if (planned.isEmpty() || planned.get(0).atMillis() > 0.8 * millis) {
            planned.add(0, new Planned((long) (millis * (0.2 + 0.6 * random.nextDouble())), fault, random.nextLong()));
        }
        return planned;
    }

    private static double next(Random random, double gap) {
        return -Math.log(1 - random.nextDouble()) * gap;
    }
}
