package dev.semel.servers.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A server's process and those it has started itself, such as PostgreSQL's backends. */
public final class ProcessTree {
    private static final long PATIENCE_SECONDS = 60;

    private final Process root;

    public ProcessTree(Process root) {
        this.root = root;
    }

    public long pid() {
        return root.pid();
    }

    public boolean isAlive() {
        return root.isAlive();
    }

    public int exitCode() {
        return root.exitValue();
    }

    /** Kills all of them, and returns when all are gone. */
    public void kill() {
        List<ProcessHandle> all = halt();
        signal("KILL", all);
        awaitEnd(all);
    }

    /** Asks the server to end in good order, and kills it if it doesn't. */
    public void stop(String signal) {
        resume();
        List<ProcessHandle> all = handles();
        signal(signal, List.of(root.toHandle()));
        try {
            if (!root.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                kill();
            }
        } catch (InterruptedException e) {
            kill();
            throw Launcher.interrupted(e);
        }
        awaitEnd(all);
    }

    public void pause() {
        signal("STOP", halt());
    }

    public void resume() {
        signal("CONT", handles());
    }

    /** Stops the root first: then it starts no more processes, and the list is complete. */
    private List<ProcessHandle> halt() {
        signal("STOP", List.of(root.toHandle()));
        return handles();
    }

    private List<ProcessHandle> handles() {
        return Stream.concat(Stream.of(root.toHandle()), root.descendants()).toList();
    }

    private static void signal(String name, List<ProcessHandle> processes) {
        String pids = processes.stream()
                .filter(ProcessHandle::isAlive)
                .map(process -> Long.toString(process.pid()))
                .collect(Collectors.joining(" "));
        if (pids.isEmpty()) {
            return;
        }
        try {
            // Not waitFor(): a thread that was interrupted must still be able to clean up. One of the processes may
            // have ended
            // meanwhile, so the exit code says nothing.
            new ProcessBuilder("/bin/sh", "-c", "kill -" + name + " " + pids)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .onExit()
                    .join();
        } catch (IOException e) {
            throw new IllegalStateException("could not send SIG" + name + " to " + pids, e);
        }
    }

    private static void awaitEnd(List<ProcessHandle> processes) {
        Patience patience = new Patience(PATIENCE_SECONDS);
        while (!processes.stream().allMatch(ProcessTree::ended)) {
            if (!patience.lasts()) {
                throw new IllegalStateException("still running after SIGKILL: " + processes);
            }
        }
    }

    /** Returns whether a process has ended. An orphan that is not reaped yet counts as ended, since it holds no resources. */
    private static boolean ended(ProcessHandle process) {
        if (!process.isAlive()) {
            return true;
        }
        try {
            String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
            return stat.substring(stat.lastIndexOf(')')).startsWith(") Z");
        } catch (IOException e) {
            return !process.isAlive();
        }
    }
}
