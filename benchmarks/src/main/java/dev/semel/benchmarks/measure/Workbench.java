package dev.semel.benchmarks.measure;

import dev.semel.benchmarks.report.Measurement;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The surroundings of a running suite.
 *
 * @param effort how much time to spend
 * @param selection what to measure
 * @param progress receives a line for each measurement
 * @param log receives the same lines, and the details that tools print
 * @param loadAtStart the load average of the machine before the suite starts
 */
public record Workbench(Effort effort, Selection selection, PrintStream progress, PrintStream log, double loadAtStart) {

    /** Creates a workbench and reads the load average of the machine. */
    public Workbench(Effort effort, Selection selection, PrintStream progress, PrintStream log) {
        this(
                effort,
                selection,
                progress,
                log,
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    }

    /** Prints a formatted line to the progress and the log. */
    public void say(String format, Object... values) {
        String line = String.format(Locale.ROOT, format, values);
        progress.println(line);
        log.println(line);
    }

    /** Prints a measurement. */
    public void report(Measurement measured) {
        say("%s: %s", measured.title(), measured.shown());
    }

    /** Returns a line about machine, Java, effort and load, followed by more lines. */
    List<String> circumstances(List<String> more) {
        String machine = String.format(
                Locale.ROOT,
                "Java %d, %s %s, %d processors, load %.1f at the start, %s run",
                Runtime.version().feature(),
                System.getProperty("os.name"),
                System.getProperty("os.arch"),
                Runtime.getRuntime().availableProcessors(),
                loadAtStart,
                effort.name().toLowerCase(Locale.ROOT));
        return Stream.concat(Stream.of(machine), more.stream()).toList();
    }
}
