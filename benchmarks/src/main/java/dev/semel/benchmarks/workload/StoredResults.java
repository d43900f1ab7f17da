package dev.semel.benchmarks.workload;

import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;

/** StoredResults of 1 KB, and how many of them are stored in the initial state of each contender. */
public final class StoredResults {
    /** The number of records in the initial state, the same for all contenders, so that none benefits from an empty index. */
    public static final int AT_START = 2_000;

    /** A result that cannot be compressed. */
    public static final byte[] RESULT = random(1024);

    private StoredResults() {}

    /** Returns random bytes. */
    public static byte[] random(int size) {
        byte[] bytes = new byte[size];
        ThreadLocalRandom.current().nextBytes(bytes);
        return bytes;
    }

    /** Fails unless a call returned the stored result. */
    public static void check(byte[] result) {
        if (!Arrays.equals(RESULT, result)) {
            throw new IllegalStateException("a replay returned other bytes than the stored result");
        }
    }
}
