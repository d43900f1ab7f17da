package dev.semel.servers.process;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Starts processes that die with this JVM, even if it is killed, and even if they stand still. The system ties a process to the thread
 * that started it, so all are started by one thread that never ends. Only Linux ties processes. Elsewhere they outlive a JVM that is
 * killed.
 */
public final class TiedProcess {
    private static final ExecutorService THREAD = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "semel-servers-launcher");
        thread.setDaemon(true);
        return thread;
    });

    private static final boolean IS_LINUX = System.getProperty("os.name").equals("Linux");

    private TiedProcess() {}

    /**
     * Starts one.
     *
     * @param builder whose command is started by {@code setpriv}
     * @param options of that; none is possible but on Linux
     */
    public static Process start(ProcessBuilder builder, String... options) throws IOException {
        if (IS_LINUX || options.length > 0) {
            List<String> command = new ArrayList<>(List.of(Programs.find("setpriv"), "--pdeathsig", "KILL"));
            command.addAll(List.of(options));
            command.add("--");
            command.addAll(builder.command());
            builder.command(command);
        }
        try {
            return THREAD.submit(builder::start).get();
        } catch (ExecutionException e) {
            throw new IOException("could not start a process", e.getCause());
        } catch (InterruptedException e) {
            throw Launcher.interrupted(e);
        }
    }
}
