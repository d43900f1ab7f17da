package dev.semel.benchmarks.measure;

import java.util.List;

/**
 * The parts of a suite to measure.
 *
 * @param only names of parts, such as databases; empty for all
 * @param threads how many threads call at the same time; empty for the suite's own choice
 */
public record Selection(List<String> only, List<Integer> threads) {
    /** All parts, with the suite's own numbers of threads. */
    public static final Selection ALL = new Selection(List.of(), List.of());

    public Selection {
        only = List.copyOf(only);
        threads = List.copyOf(threads);
    }

    boolean has(String part) {
        return only.isEmpty() || only.contains(part);
    }
}
