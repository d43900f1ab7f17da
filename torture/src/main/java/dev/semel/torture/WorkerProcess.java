package dev.semel.torture;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A worker, seen from outside. Safe for use by many threads. */
final class WorkerProcess {
    private final Process process;
    private final CompletableFuture<Boolean> ready = new CompletableFuture<>();
    private volatile CompletableFuture<Boolean> standing = new CompletableFuture<>();

    private WorkerProcess(Process process) {
        this.process = process;
    }

    static WorkerProcess start(WorkerSettings settings) throws IOException {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx192m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-cp",
                System.getProperty("java.class.path"),
                Worker.class.getName(),
                settings.toArgument());
        Path errors = settings.folder().resolve("worker-" + settings.name() + ".err");
        Process process =
                new ProcessBuilder(command).redirectError(errors.toFile()).start();
        try {
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        } catch (IllegalStateException e) {
            // The command is being ended, and nobody else would end this one.
            process.destroyForcibly();
            throw e;
        }
        WorkerProcess worker = new WorkerProcess(process);
        Thread listener = new Thread(worker::listen, "worker-" + settings.name());
        listener.setDaemon(true);
        listener.start();
        return worker;
    }

    private void listen() {
        try (BufferedReader words = process.inputReader(StandardCharsets.UTF_8)) {
            for (String word = words.readLine(); word != null; word = words.readLine()) {
                if (word.equals("ready")) {
                    ready.complete(true);
                } else if (word.startsWith("at ")) {
                    standing.complete(true);
                }
            }
        } catch (IOException e) {
            // It was killed.
        }
        ready.complete(false);
        standing.complete(false);
    }

    /** Whether it got ready and not ended before that. */
    boolean awaitReady(long seconds) {
        return await(ready, seconds * 1_000);
    }

    void dieAt(Point point) {
        tell("die " + point);
    }

    /** Asks it to stand still at a point; true if it is there now. */
    boolean standAt(Point point, long millis) {
        CompletableFuture<Boolean> there = new CompletableFuture<>();
        standing = there;
        tell("stand " + point);
        return await(there, millis);
    }

    void stop() {
        tell("stop");
    }

    private void tell(String order) {
        try {
            OutputStream orders = process.getOutputStream();
            orders.write((order + "\n").getBytes(StandardCharsets.UTF_8));
            orders.flush();
        } catch (IOException e) {
            // It is dead already.
        }
    }

    private static boolean await(CompletableFuture<Boolean> answer, long millis) {
        try {
            return answer.get(millis, TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    boolean awaitEnd(long millis) throws InterruptedException {
        return process.waitFor(millis, TimeUnit.MILLISECONDS);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** With what it ended; {@code null} if it has not. */
    @Nullable
    Integer exitCode() {
        return process.isAlive() ? null : process.exitValue();
    }

    /** As by kill -9. */
    void kill() {
        process.destroyForcibly();
    }

    void pause() {
        signal("STOP");
    }

    void resume() {
        signal("CONT");
    }

    private void signal(String name) {
        if (!process.isAlive()) {
            return;
        }
        try {
            new ProcessBuilder("/bin/sh", "-c", "kill -" + name + " " + process.pid())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .onExit()
                    .join();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
