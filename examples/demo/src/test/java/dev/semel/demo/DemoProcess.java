package dev.semel.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The demo in a separate process, as users start it. */
final class DemoProcess implements AutoCloseable {
    private static final Pattern READY = Pattern.compile("(?m)^Semel demo is ready: (http://127\\.0\\.0\\.1:\\d+)$");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Process process;
    private final Path out;
    private final Path err;

    private DemoProcess(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    static DemoProcess start(Path folder, String... arguments) {
        return start(folder, Map.of(), arguments);
    }

    static DemoProcess start(Path folder, Map<String, String> environment, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Demo.class.getName()));
        command.addAll(List.of(arguments));
        try {
            Path out = Files.createTempFile(folder, "demo", ".out");
            Path err = Files.createTempFile(folder, "demo", ".err");
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
            builder.environment().remove("SEMEL_STORE");
            builder.environment().putAll(environment);
            return new DemoProcess(builder.start(), out, err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until it is ready, and returns its address. */
    String address() {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < deadline && process.isAlive()) {
            Matcher ready = READY.matcher(output());
            if (ready.find() && output().contains("/effects")) {
                return ready.group(1);
            }
            pause();
        }
        throw new AssertionError("the demo did not become ready: " + output() + errors());
    }

    private static void pause() {
        try {
            Thread.sleep(20);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /**
     * Sends the signal of Ctrl-C, or SIGTERM if the process ignores it, which background jobs of a shell do.
     *
     * @return the expected exit code
     */
    int interrupt() throws IOException, InterruptedException {
        boolean ignored = ignoresInterrupts();
        new ProcessBuilder("kill", ignored ? "-TERM" : "-INT", String.valueOf(process.pid()))
                .start()
                .waitFor();
        return ignored ? 143 : 130;
    }

    private boolean ignoresInterrupts() throws IOException {
        Path status = Path.of("/proc/" + process.pid() + "/status");
        return Files.exists(status)
                && Files.readAllLines(status).stream()
                        .filter(line -> line.startsWith("SigIgn:"))
                        .anyMatch(line ->
                                (Long.parseUnsignedLong(line.substring(7).strip(), 16) & 2) != 0);
    }

    int exitCode() {
        try {
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionError("the demo did not exit: " + output() + errors());
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    String output() {
        return text(out);
    }

    String errors() {
        return text(err);
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
