package dev.semel.simulation;

import java.time.Duration;
import java.util.Random;

/** What one seed makes of a run: how many take part, how they behave, and how much goes wrong. */
record Settings(
        int nodes,
        int keys,
        int clients,
        Duration lease,
        Duration retention,
        Duration patience,
        Abandonment abandonment,
        boolean replaysFailures,
        int nearCache,
        double lost,
        double failing,
        double otherRequests,
        int crashes,
        int pauses) {

    enum Abandonment {
        RUN_AGAIN,
        HOLD,
        RECONCILE
    }

    static Settings from(Random random) {
        return new Settings(
                2 + random.nextInt(3),
                1 + random.nextInt(3),
                4 + random.nextInt(9),
                Duration.ofMillis(50 + random.nextInt(1_000)),
                random.nextInt(3) == 0 ? Duration.ofMillis(500 + random.nextInt(3_000)) : Duration.ofHours(1),
                random.nextBoolean() ? Duration.ZERO : Duration.ofMillis(10 + random.nextInt(3_000)),
                Abandonment.values()[random.nextInt(Abandonment.values().length)],
                random.nextBoolean(),
                random.nextInt(3) == 0 ? 4 : 0,
                random.nextInt(3) == 0 ? 0 : random.nextDouble() * 0.3,
                random.nextInt(2) == 0 ? 0 : random.nextDouble() * 0.5,
                random.nextInt(2) == 0 ? 0 : 0.2,
                random.nextInt(4),
                random.nextInt(5));
    }
}
