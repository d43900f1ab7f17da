package dev.semel.servers.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Starts the processes of a server, which die with this JVM, even if it is killed. */
public final class Launcher {
    private static final int TAIL_LINES = 30;

    private final Path folder;
    private final Path log;
    private final @Nullable String account;

    /**
     * Starts processes in a folder.
     *
     * @param log where their output goes
     * @param account which user they run as; null for this JVM's
     */
    public Launcher(Path folder, Path log, @Nullable String account) {
        this.folder = folder;
        this.log = log;
        this.account = account;
    }

    public Process start(List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        // Whatever this machine speaks, logs that are shown on a failure shall be in English.
        builder.environment().put("LC_ALL", "C.UTF-8");
        try {
            Process process = TiedProcess.start(builder, options());
            process.getOutputStream().close();
            return process;
        } catch (IOException e) {
            throw new IllegalStateException("could not start " + command.get(0), e);
        }
    }

    /** Runs a command to its end. */
    public void run(List<String> command) {
        Process process = start(command);
        try {
            if (!process.waitFor(2, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                throw failure(command.get(0) + " did not end within two minutes");
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            throw interrupted(e);
        }
        if (process.exitValue() != 0) {
            throw failure(command.get(0) + " ended with exit code " + process.exitValue());
        }
    }

    /** Returns an exception with the end of the log. */
    public IllegalStateException failure(String message) {
        return new IllegalStateException(message + ". The end of its log:\n" + tail());
    }

    static IllegalStateException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IllegalStateException("interrupted", e);
    }

    private String[] options() {
        return account == null ? new String[0] : new String[] {"--reuid", account, "--regid", account, "--init-groups"};
    }

    private String tail() {
        try {
            List<String> lines = new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            return String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
        } catch (IOException e) {
            return "(none: " + e + ")";
        }
    }
}
