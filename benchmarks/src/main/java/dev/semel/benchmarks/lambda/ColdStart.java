package dev.semel.benchmarks.lambda;

import java.time.Duration;
import java.util.Map;
import java.util.UUID;

/** The parts that the compared functions share. It must not load a class that a function would not load. */
final class ColdStart {
    static final String RECEIPT = "receipt 17";

    private ColdStart() {}

    static Map<String, Object> event() {
        return Map.of("key", UUID.randomUUID().toString(), "payment", Map.of("account", "a-1", "cents", 1250));
    }

    /**
     * Prints the nanoseconds since the program began and the processor time of the process, then exits. On a busy machine only the processor time
     * distinguishes two programs.
     */
    static void end(long start) {
        long passed = System.nanoTime() - start;
        long used = ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .orElse(Duration.ZERO)
                .toNanos();
        System.out.println(passed + " " + used);
        System.exit(0);
    }
}
