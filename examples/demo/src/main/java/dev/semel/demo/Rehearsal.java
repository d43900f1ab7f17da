package dev.semel.demo;

import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;

/** A start that ends when it is ready: it leaves an archive of classes for those that come after it, and says how long it took. */
final class Rehearsal {
    private final long begun = System.nanoTime();
    private final long processor = processor();

    private static long processor() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    static boolean isOne() {
        return Boolean.getBoolean("semel.demo.rehearsal");
    }

    void end() {
        System.out.println("Started in microseconds: " + TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - begun));
        System.out.println("Processor time of the main thread in microseconds: "
                + TimeUnit.NANOSECONDS.toMicros(processor() - processor));
        System.exit(0);
    }
}
