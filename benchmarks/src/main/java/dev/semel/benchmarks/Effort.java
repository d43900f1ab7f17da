package dev.semel.benchmarks;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * How much time to spend.
 *
 * @param name for the report, since figures of different efforts are not worth the same
 * @param forks how many fresh JVMs measure each case; 0 measures in this one, which is good for nothing but a test
 * @param warmups how many rounds are run before those that count
 * @param warmup how long such a round takes; twice as long with several threads, which leave the compiler less of the machine
 * @param rounds how many rounds count
 * @param round how long such a round takes
 * @param everything whether to measure also what no target depends on
 * @param threads how many threads call at the same time, one number for each measurement; the first is 1
 * @param records over how many records calls are spread
 * @param heapRecords how many records fill the heap when their size is measured
 */
record Effort(
        String name,
        int forks,
        int warmups,
        Duration warmup,
        int rounds,
        Duration round,
        boolean everything,
        List<Integer> threads,
        int records,
        int heapRecords) {

    // Warm-ups are long since the compiler needs them: whoever measures before it is done measures the interpreter.
    private static final int RECORDS = 10_000;
    private static final int HEAP_RECORDS = 200_000;

    Effort {
        threads = List.copyOf(threads);
        if (threads.isEmpty() || threads.get(0) != 1) {
            throw new IllegalArgumentException("threads are " + threads + "; they must start with 1");
        }
    }

    /** Half a minute for the core suite: enough to see that nothing has become slow. */
    static Effort quick() {
        int cores = cores();
        return new Effort(
                "quick",
                1,
                1,
                Duration.ofMillis(1_800),
                5,
                Duration.ofMillis(100),
                false,
                threads(1, cores),
                RECORDS,
                HEAP_RECORDS);
    }

    /** Five minutes for the core suite: what the published figures are made with. */
    static Effort thorough() {
        int cores = cores();
        return new Effort(
                "thorough",
                2,
                1,
                Duration.ofMillis(1_800),
                5,
                Duration.ofMillis(200),
                true,
                threads(1, cores, 2 * cores),
                RECORDS,
                HEAP_RECORDS);
    }

    private static int cores() {
        return Runtime.getRuntime().availableProcessors();
    }

    private static List<Integer> threads(Integer... counts) {
        return Stream.of(counts).distinct().toList();
    }
}
