package dev.semel.servers;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Closes what is still open when the JVM ends: servers before the folders they live in. */
final class AtExit {
    private static final Set<AutoCloseable> OPEN = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(AtExit::closeAll, "semel-servers-at-exit"));
    }

    private AtExit() {}

    static void close(AutoCloseable resource) {
        OPEN.add(resource);
    }

    static void forget(AutoCloseable resource) {
        OPEN.remove(resource);
    }

    private static void closeAll() {
        List<AutoCloseable> left = List.copyOf(OPEN);
        left.stream().filter(resource -> !(resource instanceof TempFolder)).forEach(AtExit::closeQuietly);
        left.stream().filter(TempFolder.class::isInstance).forEach(AtExit::closeQuietly);
    }

    private static void closeQuietly(AutoCloseable resource) {
        try {
            resource.close();
        } catch (Exception e) {
            System.err.println("could not close " + resource + ": " + e);
        }
    }
}
