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
 * A private server of a test: a separate process on a free port of 127.0.0.1, with its data in a temporary folder. It can be killed,
 * restarted and frozen. It ends when it is closed and when the JVM ends, even if the JVM is killed. Safe for use by many threads.
 */
public abstract sealed class Server implements AutoCloseable
        permits JdbcServer, RedisServer, SentinelServer, DynamoDbLocal {
    private static final long START_SECONDS = 300;

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

    /** Returns the command that starts it. */
    abstract List<String> command();

    /** Returns the check that shows whether it is ready. */
    abstract Handshake handshake();

    /** Returns the signal that stops it in an orderly way. */
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

    /** Returns the address that it listens on: 127.0.0.1. */
    public final String host() {
        return "127.0.0.1";
    }

    /** Returns the port that it listens on, which a restart does not change. */
    public final int port() {
        return port;
    }

    /**
     * Returns the id of its main process, which a restart changes.
     *
     * @throws IllegalStateException if it is not running
     */
    public final synchronized long pid() {
        return running().pid();
    }

    /** Returns whether its main process runs, paused or not. */
    public final synchronized boolean isRunning() {
        return process != null && process.isAlive();
    }

    /** Kills the server and all its processes, as a crash does (SIGKILL). Does nothing if it is down. Keeps its data. */
    public final synchronized void kill() {
        if (process != null) {
            process.kill();
            process = null;
        }
    }

    /**
     * Restarts the server on the same data and port. A running server is stopped in an orderly way first. Returns when the server is ready, after its recovery.
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

    /** Pauses the server and all its processes (SIGSTOP). Connections stay open and requests stay unanswered. */
    public final synchronized void pause() {
        running().pause();
    }

    /** Resumes a paused server (SIGCONT). */
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
