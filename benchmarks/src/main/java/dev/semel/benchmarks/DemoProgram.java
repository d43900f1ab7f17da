package dev.semel.benchmarks;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The demo as {@code ./semel demo} starts it, in a process of its own that ends as soon as it is ready. */
final class DemoProgram {
    /** The options of the launcher, but for the archive of classes. */
    private static final List<String> OPTIONS =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-Xlog:disable");

    /**
     * How long a start took, from its first line of code until it was ready.
     *
     * @param nanos by the clock
     * @param processorNanos of the main thread, which a busy machine changes less
     */
    record Took(long nanos, long processorNanos) {}

    private final Path jar;
    private final Path data;

    /**
     * The demo that was built.
     *
     * @param data where its database is
     */
    DemoProgram(Path jar, Path data) throws IOException {
        this.jar = jar;
        this.data = data;
        if (!Files.exists(jar)) {
            throw new IOException(jar + " is not there; ./semel bench startup builds it, and mvn package does");
        }
    }

    /** Starts it and waits for its end. */
    Took start(List<String> more) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java"));
        command.addAll(OPTIONS);
        command.addAll(more);
        command.addAll(List.of(
                "-Dsemel.demo.rehearsal=true",
                "-cp",
                jar + File.pathSeparator + jar.resolveSibling("lib") + File.separator + "*",
                "dev.semel.demo.Demo",
                "--port",
                "0",
                "--data",
                data.toString()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("the demo ended with " + process.exitValue() + " and wrote: " + output);
        }
        return new Took(
                nanos(output, "Started in microseconds: "),
                nanos(output, "Processor time of the main thread in microseconds: "));
    }

    private static long nanos(String output, String says) throws IOException {
        return output.lines()
                .filter(line -> line.startsWith(says))
                .mapToLong(line -> Long.parseLong(line.substring(says.length())) * 1_000)
                .findFirst()
                .orElseThrow(() -> new IOException("the demo did not say how long it took: " + output));
    }
}
