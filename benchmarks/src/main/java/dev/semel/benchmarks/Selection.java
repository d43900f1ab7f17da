package dev.semel.benchmarks;

import java.util.List;

/**
 * What of a suite to measure.
 *
 * @param only names of parts, such as databases; empty for all
 * @param threads how many threads call at the same time; empty for the suite's own choice
 */
record Selection(List<String> only, List<Integer> threads) {
    static final Selection ALL = new Selection(List.of(), List.of());

    Selection {
        only = List.copyOf(only);
        threads = List.copyOf(threads);
    }

    boolean has(String part) {
        return only.isEmpty() || only.contains(part);
    }
}
