package dev.semel.servers;

import dev.semel.servers.dialogue.Handshake;
import dev.semel.servers.process.AtExit;
import dev.semel.servers.process.Launcher;
import dev.semel.servers.process.Patience;
import dev.semel.servers.process.Ports;
import dev.semel.servers.process.ProcessTree;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A private server of a test: a process of its own, on a free port of 127.0.0.1, with its data in a temporary folder. It can be killed,
 * restarted and frozen. It ends when it is closed, when the JVM ends, and even when the JVM is killed. Safe for use by many threads.
 */
public abstract sealed class Server implements AutoCloseable
        permits JdbcServer, RedisServer, SentinelServer, DynamoDbLocal {
    private static final long START_SECONDS = 90;

    private final String name;
    private final TempFolder folder;
    private final int port = Ports.free();
    private final Launcher launcher;
    private @Nullable ProcessTree process;
    private boolean closed;

    Server(String name, @Nullable String account) {
        this.name = name;
        this.folder = TempFolder.create(name);
        this.launcher = new Launcher(folder.path(), folder.resolve("server.log"), account);
    }

    /** Creates the data folder; called once, before the first start. */
    abstract void prepare(Launcher launcher);

    /** How it is started. */
    abstract List<String> command();

    /** How it shows that it is ready. */
    abstract Handshake handshake();

    /** The signal that ends it in good order. */
    String stopSignal() {
        return "TERM";
    }

    /** Removes what it has left outside its folder; called when it is down and about to be deleted. */
    void cleanUp(Launcher launcher) {}

    final TempFolder folder() {
        return folder;
    }

    /** Runs a program to its end, as the server's own user. */
    final void run(List<String> command) {
        launcher.run(command);
    }

    static <S extends Server> S started(S server) {
        Server base = server;
        AtExit.close(base);
        try {
            base.prepare(base.launcher);
            base.launch();
            return server;
        } catch (RuntimeException | Error e) {
            base.close();
            throw e;
        }
    }

    /** The address it listens on: 127.0.0.1. */
    public final String host() {
        return "127.0.0.1";
    }

    /** The port it listens on; the same one after a restart. */
    public final int port() {
        return port;
    }

    /**
     * The id of its main process; another one after a restart.
     *
     * @throws IllegalStateException if it is not running
     */
    public final synchronized long pid() {
        return running().pid();
    }

    /** Whether its main process runs, if only paused. */
    public final synchronized boolean isRunning() {
        return process != null && process.isAlive();
    }

    /** Kills the server and all its processes at once, like a crash (SIGKILL); nothing if it is down. Its data stay. */
    public final synchronized void kill() {
        if (process != null) {
            process.kill();
            process = null;
        }
    }

    /**
     * Starts the server again on the same data and the same port. If it still runs, it is first stopped in good order. Returns when it
     * is ready, after its recovery.
     *
     * @throws IllegalStateException if it does not start; the message shows the end of its log
     */
    public final synchronized void restart() {
        if (closed) {
            throw new IllegalStateException(name + " is closed");
        }
        if (process != null) {
            process.stop(stopSignal());
            process = null;
        }
        launch();
    }

    /** Freezes the server and all its processes (SIGSTOP): connections stay open and nothing is answered. */
    public final synchronized void pause() {
        running().pause();
    }

    /** Lets a frozen server go on (SIGCONT). */
    public final synchronized void resume() {
        running().resume();
    }

    /** Kills the server and deletes its data. */
    @Override
    public final synchronized void close() {
        closed = true;
        kill();
        try {
            cleanUp(launcher);
        } finally {
            folder.close();
        }
        AtExit.forget(this);
    }

    final synchronized boolean isClosed() {
        return closed;
    }

    @Override
    public final String toString() {
        return name + " at 127.0.0.1:" + port;
    }

    private synchronized void launch() {
        ProcessTree started = new ProcessTree(launcher.start(command()));
        process = started;
        Patience patience = new Patience(START_SECONDS);
        while (!handshake().succeeds(port)) {
            if (!started.isAlive()) {
                process = null;
                throw launcher.failure(name + " ended with exit code " + started.exitCode() + " instead of starting");
            }
            if (!patience.lasts()) {
                kill();
                throw launcher.failure(name + " was not ready within " + START_SECONDS + " s");
            }
        }
    }

    private ProcessTree running() {
        if (process == null) {
            throw new IllegalStateException(this + " is down; restart() it first");
        }
        return process;
    }
}
