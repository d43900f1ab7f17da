package dev.semel.servers.resource;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * Judges by the CPU time of its thread whether a parser's cost grows no worse than linearly with the size of what it parses. A busy machine changes the
 * time that passes, not this one. The size grows 16-fold: the cost of a linear parser does, too, and that of a quadratic one grows 256-fold. Halfway between
 * them is the limit, and only a parser that passes it in several measurements is at fault.
 */
public final class CpuGrowth {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int SMALL = 1 << 12;
    private static final int TIMES = 16;
    private static final int MOST_GROWTH = 64;
    private static final int MEASUREMENTS = 4;
    private static final long LONG_ENOUGH_NANOS = 10_000_000;

    private CpuGrowth() {}

    /**
     * Parses inputs of two sizes and compares what they cost.
     *
     * @param what is parsed, for the message
     * @param input makes an input of about so many bytes
     * @throws AssertionError if the cost grows faster than the size, in every measurement
     */
    public static <T> void assertLinear(String what, IntFunction<T> input, Consumer<T> parser) {
        T small = input.apply(SMALL);
        T large = input.apply(SMALL * TIMES);
        nanosFor(small, parser);
        long growth = Long.MAX_VALUE;
        for (int i = 0; i < MEASUREMENTS && growth > MOST_GROWTH; i++) {
            long once = Math.max(1, nanosFor(small, parser));
            growth = Math.min(growth, nanosFor(large, parser) / once);
        }
        if (growth > MOST_GROWTH) {
            throw new AssertionError(
                    what + ": " + TIMES + " times the size costs " + growth + " times the CPU time; it must be linear");
        }
    }

    /** Returns the average over so many runs that the clock's resolution does not count. */
    private static <T> long nanosFor(T input, Consumer<T> parser) {
        long start = THREADS.getCurrentThreadCpuTime();
        long spent = 0;
        int runs = 0;
        while (spent < LONG_ENOUGH_NANOS) {
            parser.accept(input);
            runs++;
            spent = THREADS.getCurrentThreadCpuTime() - start;
        }
        return spent / runs;
    }
}
