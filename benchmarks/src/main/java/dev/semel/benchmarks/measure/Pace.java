package dev.semel.benchmarks.measure;

import java.time.Duration;
import java.util.List;

/**
 * The time that contenders get when they are measured side by side.
 *
 * @param threads how many threads call at the same time, one number for each comparison
 * @param warmup how long each contender calls before anything counts
 * @param rounds how many rounds count
 * @param round how long each contender calls in a round
 */
public record Pace(List<Integer> threads, Duration warmup, int rounds, Duration round) {

    /** Rejects a pace without threads or rounds. */
    public Pace {
        threads = List.copyOf(threads);
        if (threads.isEmpty() || rounds < 1) {
            throw new IllegalArgumentException(
                    "threads are " + threads + " and rounds " + rounds + "; expected at least one of each");
        }
    }

    /** Returns a pace with durations in milliseconds. */
    public static Pace ofMillis(List<Integer> threads, int warmup, int rounds, int round) {
        return new Pace(threads, Duration.ofMillis(warmup), rounds, Duration.ofMillis(round));
    }
}
