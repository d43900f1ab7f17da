package dev.semel.servers;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One server for all tests of a JVM, started on the first request. */
final class Shared<S extends Server> {
    private final Supplier<S> start;
    private @Nullable S server;

    Shared(Supplier<S> start) {
        this.start = start;
    }

    /** Returns the server. Starts a new one if a test has closed the last, and restarts it if a test has left it killed. */
    synchronized S get() {
        S current = server;
        if (current == null || current.isClosed()) {
            current = start.get();
            server = current;
        } else if (!current.isRunning()) {
            current.restart();
        }
        return current;
    }
}
