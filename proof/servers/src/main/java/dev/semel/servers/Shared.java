package dev.semel.servers;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One server for all tests of a JVM, started when the first of them asks. */
final class Shared<S extends Server> {
    private final Supplier<S> start;
    private @Nullable S server;

    Shared(Supplier<S> start) {
        this.start = start;
    }

    /** The server; a new one if somebody has closed the last, and the same one, restarted, if somebody has left it killed. */
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
