package dev.semel.benchmarks.startup;

import dev.semel.benchmarks.measure.FreshJvm;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The demo as {@code ./semel demo} starts it, in a separate process that exits as soon as it is ready. */
final class DemoProgram {
    /** The options of the launcher, except for the class archive. */
    private static final List<String> OPTIONS = List.of(
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xshare:auto",
            "-Xlog:disable",
            "-Dsemel.demo.rehearsal=true");

    /**
     * The time of a start, from the first line of code until the demo was ready.
     *
     * @param nanos elapsed time
     * @param processorNanos processor time of the main thread, which depends less on the load of the machine
     */
    record Took(long nanos, long processorNanos) {}

    private final Path jar;
    private final Path data;

    /**
     * Finds the packaged demo.
     *
     * @param data the folder of its database
     */
    DemoProgram(Path jar, Path data) throws IOException {
        this.jar = jar;
        this.data = data;
        if (!Files.exists(jar)) {
            throw new IOException(jar + " does not exist; build it with ./semel bench startup or mvn package");
        }
    }

    /** Starts the demo with additional options for the JVM, and waits for its end. */
    Took start(List<String> more) throws IOException, InterruptedException {
        List<String> options = new ArrayList<>(OPTIONS);
        options.addAll(more);
        String classPath = jar + File.pathSeparator + jar.resolveSibling("lib") + File.separator + "*";
        String output = new FreshJvm(List.of(), options, classPath)
                .run("dev.semel.demo.Demo", "--port", "0", "--data", data.toString());
        return new Took(
                nanos(output, "Started in microseconds: "),
                nanos(output, "Processor time of the main thread in microseconds: "));
    }

    private static long nanos(String output, String prefix) throws IOException {
        return output.lines()
                .filter(line -> line.startsWith(prefix))
                .mapToLong(line -> Long.parseLong(line.substring(prefix.length())) * 1_000)
                .findFirst()
                .orElseThrow(() -> new IOException("the demo did not print \"" + prefix + "\": " + output));
    }
}
