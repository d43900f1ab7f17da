package dev.semel.servers.process;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Starts processes that die with this JVM, even if it is killed, and even if they stand still. The system ties a process to the thread that started
 * it, so all are started by one thread that never ends.
 */
public final class TiedProcess {
    private static final ExecutorService THREAD = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "semel-servers-launcher");
        thread.setDaemon(true);
        return thread;
    });

    private TiedProcess() {}

    /**
     * Starts one.
     *
     * @param builder whose command is started by {@code setpriv}
     * @param options of that
     */
    public static Process start(ProcessBuilder builder, String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(Programs.find("setpriv"), "--pdeathsig", "KILL"));
        command.addAll(List.of(options));
        command.add("--");
        command.addAll(builder.command());
        builder.command(command);
        try {
            return THREAD.submit(builder::start).get();
        } catch (ExecutionException e) {
            throw new IOException("could not start a process", e.getCause());
        } catch (InterruptedException e) {
            throw Launcher.interrupted(e);
        }
    }
}
