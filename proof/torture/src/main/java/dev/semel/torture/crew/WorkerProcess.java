package dev.semel.torture.crew;

import dev.semel.servers.process.TiedProcess;
import dev.semel.torture.protocol.Point;
import dev.semel.torture.protocol.Points;
import dev.semel.torture.protocol.Role;
import dev.semel.torture.protocol.WorkerSettings;
import dev.semel.torture.worker.Worker;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A worker, seen from outside. Safe for use by many threads. */
public final class WorkerProcess {
    private final String name;
    private final Process process;
    private final CompletableFuture<Boolean> ready = new CompletableFuture<>();
    private volatile Standing standing = new Standing(Point.BEFORE_CLAIM);
    private volatile CompletableFuture<Boolean> awake = new CompletableFuture<>();
    private volatile boolean stopped;
    private volatile boolean killed;

    /** That it is to stand at a point, and until when it does. */
    public record Standing(Point point, CompletableFuture<Long> until) {
        public Standing(Point point) {
            this(point, new CompletableFuture<>());
        }

        /** Reads a line of the worker. A report about a point that it reached too late is ignored. */
        public void hear(String word) {
            String[] words = word.split(" ", -1);
            if (words[1].equals(point.name())) {
                until.complete(Long.parseLong(words[3]));
            }
        }
    }

    private WorkerProcess(String name, Process process) {
        this.name = name;
        this.process = process;
    }

    /** Returns a process that is not started yet. */
    public static ProcessBuilder builder(WorkerSettings settings) {
        List<String> command = List.of(
                WorkersJava.home().resolve("bin").resolve("java").toString(),
                "-Xmx192m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                // Few, so that those which are pinned leave none, on any machine.
                "-Djdk.virtualThreadScheduler.parallelism=2",
                "-cp",
                classPath(settings.role()),
                Worker.class.getName());
        Path errors = settings.folder().resolve("worker-" + settings.name() + ".err");
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
        // Not as an argument, which every user of the machine can see: the address may hold a password.
        builder.environment().put(Worker.SETTINGS, settings.toText());
        return builder;
    }

    /** Returns the class path with Reactor Netty and its dependencies first, since its Netty is older than that of Lettuce. */
    private static String classPath(Role role) {
        String usual = System.getProperty("java.class.path");
        if (role != Role.WEBFLUX) {
            return usual;
        }
        try {
            URI classes = Worker.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI();
            return Path.of(classes).resolveSibling("webflux") + "/*" + File.pathSeparator + usual;
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    static WorkerProcess start(WorkerSettings settings) throws IOException {
        ProcessBuilder builder = builder(settings);
        boolean faked = !settings.clockFaked().isZero();
        if (faked) {
            FakedClock.putOff(builder, settings.clockFaked());
        }
        Process process = TiedProcess.start(builder);
        if (faked) {
            var unused = process.onExit().thenRun(() -> FakedClock.cleanUpAfter(process.pid()));
        }
        try {
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        } catch (IllegalStateException e) {
            // The command is ending, and no other code would end this process.
            process.destroyForcibly();
            throw e;
        }
        WorkerProcess worker = new WorkerProcess(settings.name(), process);
        Thread listener = new Thread(worker::listen, "worker-" + settings.name());
        listener.setDaemon(true);
        listener.start();
        return worker;
    }

    /** Returns the name of the worker, with the number of its life. */
    public String name() {
        return name;
    }

    private void listen() {
        try (BufferedReader words = process.inputReader(StandardCharsets.UTF_8)) {
            for (String word = words.readLine(); word != null; word = words.readLine()) {
                if (word.equals("ready")) {
                    ready.complete(true);
                } else if (word.startsWith("at ")) {
                    standing.hear(word);
                } else if (word.equals("awake")) {
                    awake.complete(true);
                }
            }
        } catch (IOException e) {
            // It was killed.
        }
        ready.complete(false);
        awake.complete(false);
        standing.until().completeExceptionally(new IOException("it has ended"));
    }

    /** Waits until the worker is ready. Returns false if it ended before that. */
    boolean awaitReady(long seconds) {
        return Boolean.TRUE.equals(await(ready, seconds * 1_000));
    }

    public void dieAt(Point point) {
        send("die " + point);
    }

    /** Lets the worker take all connections of its pool, and keep them for this time. */
    public void runDry(long millis) {
        send("dry " + millis);
    }

    /** Asks it to stand still at a point; gives the time until which it waits there, or {@code null} if it does not get there. */
    @Nullable
    public Long standAt(Point point, long millis) {
        Standing there = new Standing(point);
        standing = there;
        send("stand " + point);
        return await(there.until(), millis);
    }

    /** Returns whether it gives a sign of life: it lives, it does not stand still, and the machine has time for it. */
    boolean isAwake(long millis) {
        CompletableFuture<Boolean> sign = new CompletableFuture<>();
        awake = sign;
        send("answer");
        return process.isAlive() && Boolean.TRUE.equals(await(sign, millis));
    }

    void stop() {
        stopped = true;
        send("stop");
    }

    private void send(String order) {
        try {
            OutputStream orders = process.getOutputStream();
            orders.write((order + "\n").getBytes(StandardCharsets.UTF_8));
            orders.flush();
        } catch (IOException e) {
            // It is dead already.
        }
    }

    private static <T> @Nullable T await(CompletableFuture<T> answer, long millis) {
        try {
            return answer.get(millis, TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    public boolean awaitEnd(long millis) throws InterruptedException {
        return process.waitFor(millis, TimeUnit.MILLISECONDS);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Returns the exit code, or {@code null} while the process runs. */
    @Nullable
    Integer exitCode() {
        return process.isAlive() ? null : process.exitValue();
    }

    /** Returns whether it has ended without an order. */
    boolean hasEndedUnexpectedly() {
        Integer code = exitCode();
        return code != null && !killed && code != Points.DIED && !(stopped && code == 0);
    }

    /** Kills the process, as {@code kill -9} does. */
    public void kill() {
        if (process.isAlive()) {
            killed = true;
            process.destroyForcibly();
        }
    }

    /** Waits until one that was killed is gone, so that it writes nothing any more. */
    void awaitDeath() {
        process.onExit().join();
    }

    public void pause() {
        signal("STOP");
    }

    public void resume() {
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
