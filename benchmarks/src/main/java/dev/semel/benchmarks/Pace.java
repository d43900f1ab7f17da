package dev.semel.benchmarks;

import java.time.Duration;
import java.util.List;

/**
 * How much time contenders that are measured side by side get.
 *
 * @param threads how many call at the same time, one number for each comparison
 * @param warmup how long each calls before anything counts
 * @param rounds how many rounds count
 * @param round how long each calls in a round
 */
record Pace(List<Integer> threads, Duration warmup, int rounds, Duration round) {

    Pace {
        threads = List.copyOf(threads);
        if (threads.isEmpty() || rounds < 1) {
            throw new IllegalArgumentException(
                    "threads are " + threads + " and rounds " + rounds + "; both must be some");
        }
    }

    static Pace of(Effort effort, Selection selection) {
        List<Integer> usual = effort.everything() ? List.of(1, 16, 64, 256) : List.of(1, 64);
        List<Integer> threads = selection.threads().isEmpty() ? usual : selection.threads();
        return effort.everything()
                ? new Pace(threads, Duration.ofMillis(600), 5, Duration.ofMillis(700))
                : new Pace(threads, Duration.ofMillis(300), 5, Duration.ofMillis(400));
    }

    /** The same with other numbers of threads. */
    Pace with(List<Integer> others) {
        return new Pace(others, warmup, rounds, round);
    }
}
