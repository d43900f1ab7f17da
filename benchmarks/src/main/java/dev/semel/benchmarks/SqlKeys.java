package dev.semel.benchmarks;

import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** Keys as clients make them: 36 characters, in no order. */
final class SqlKeys {
    private SqlKeys() {}

    /** One that nobody has used. */
    static String fresh() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        return new UUID(random.nextLong(), random.nextLong()).toString();
    }

    /** One of those that were there at the start. */
    static String known() {
        return known(ThreadLocalRandom.current().nextInt(Rows.AT_THE_START));
    }

    static String known(int number) {
        return new UUID(0x9E3779B97F4A7C15L * (number + 1), number).toString();
    }
}
