package dev.semel.benchmarks.workload;

import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** CallKeys as clients make them: 36 characters, in random order. */
public final class CallKeys {
    private CallKeys() {}

    /** Returns a key that was never used. */
    public static String fresh() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        return new UUID(random.nextLong(), random.nextLong()).toString();
    }

    /** Returns the key of a random record of the initial state. */
    public static String known() {
        return known(ThreadLocalRandom.current().nextInt(StoredResults.AT_START));
    }

    /** Returns the key of a particular record of the initial state. */
    public static String known(int number) {
        return new UUID(0x9E3779B97F4A7C15L * (number + 1), number).toString();
    }
}
