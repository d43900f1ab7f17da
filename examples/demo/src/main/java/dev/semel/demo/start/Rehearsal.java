package dev.semel.demo.start;

import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;

/** A start that exits as soon as the service is ready and prints how long it took. The JVM writes an archive of classes for later starts. */
public final class Rehearsal {
    private final long begun = System.nanoTime();
    private final long processor = processor();

    private static long processor() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    /** Returns whether this start is a rehearsal, by the system property {@code semel.demo.rehearsal}. */
    public static boolean isOne() {
        return Boolean.getBoolean("semel.demo.rehearsal");
    }

    /** Prints the times and exits. */
    public void end() {
        System.out.println("Started in microseconds: " + TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - begun));
        System.out.println("Processor time of the main thread in microseconds: "
                + TimeUnit.NANOSECONDS.toMicros(processor() - processor));
        System.exit(0);
    }
}
