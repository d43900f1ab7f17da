package dev.semel.servers.process;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Closes what is still open when the JVM ends: servers first, and then the folders that they live in. */
public final class AtExit {
    private static final Set<AutoCloseable> FIRST = ConcurrentHashMap.newKeySet();
    private static final Set<AutoCloseable> LAST = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(AtExit::closeAll, "semel-servers-at-exit"));
    }

    private AtExit() {}

    /** Closes a resource at the end unless it is forgotten before. */
    public static void close(AutoCloseable resource) {
        FIRST.add(resource);
    }

    /** Closes a resource at the end, after all that are to be closed by {@link #close}. */
    public static void closeLast(AutoCloseable resource) {
        LAST.add(resource);
    }

    /** Leaves a resource alone, because it has been closed. */
    public static void forget(AutoCloseable resource) {
        FIRST.remove(resource);
        LAST.remove(resource);
    }

    private static void closeAll() {
        List.copyOf(FIRST).forEach(AtExit::closeQuietly);
        List.copyOf(LAST).forEach(AtExit::closeQuietly);
    }

    private static void closeQuietly(AutoCloseable resource) {
        try {
            resource.close();
        } catch (Exception e) {
            System.err.println("could not close " + resource + ": " + e);
        }
    }
}
