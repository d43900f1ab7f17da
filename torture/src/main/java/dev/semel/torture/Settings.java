package dev.semel.torture;

import java.nio.file.Path;
import java.time.Duration;

/**
 * A run.
 *
 * @param store the name of a store of which a private server is started, or the address of one that is there
 * @param duration how long there are faults
 * @param seed of the schedule of faults and of the workers' choices
 * @param out where the history and the report go
 * @param mutant what is broken on purpose
 * @param stopAtFirst whether to end at the first violation
 */
record Settings(String store, Duration duration, long seed, Path out, Mutant mutant, boolean stopAtFirst) {
    static final int WORKERS = 4;
    static final int THREADS = 6;

    /** Short, so that much happens in little time. */
    Duration lease() {
        return store.startsWith("dynamodb") ? Duration.ofMillis(800) : Duration.ofMillis(400);
    }

    /** By how much times may seem to be off: scheduling of the clocks, and the skew that is allowed for on DynamoDB. */
    Duration tolerance() {
        return store.startsWith("dynamodb") ? DynamoDbSite.SKEW.multipliedBy(2) : Duration.ofMillis(20);
    }

    /** How many times more faults there are than in a long run: a short one has little time. */
    double intensity() {
        boolean isShort = duration.compareTo(Duration.ofSeconds(30)) <= 0;
        return mutant != Mutant.NONE ? 2.5 : isShort ? 1.5 : 1;
    }

    /** How many records that have an answer are called once more at the end. */
    int sweptAtMost() {
        return (int) Math.min(400, 10 * Math.max(5, duration.toSeconds()));
    }

    /** How many calls in a thousand lose something inside a worker: many where no proxy can do it. */
    int lossPerMille() {
        return store.startsWith("sqlite") ? 12 : 2;
    }
}
