package dev.semel.torture.crew;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The time of day of a whole process, put off by libfaketime where that is installed. The monotonic clock stays as it is: histories are judged by it.
 */
final class FakedClock {
    private static final Path LIBRARIES = Path.of("/usr/lib");
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    private FakedClock() {}

    static boolean isPossible() {
        return library().isPresent();
    }

    private static Optional<Path> library() {
        if (!Files.isDirectory(LIBRARIES)) {
            return Optional.empty();
        }
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(LIBRARIES, "*-linux-*")) {
            for (Path folder : folders) {
                Path library = folder.resolve("faketime").resolve("libfaketimeMT.so.1");
                if (Files.exists(library)) {
                    return Optional.of(library);
                }
            }
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Lets a process that is to be started have a time of day that is off. */
    static void putOff(ProcessBuilder process, Duration by) {
        process.environment().put("LD_PRELOAD", library().orElseThrow().toString());
        process.environment().put("FAKETIME", String.format("%+d", by.toSeconds()));
        process.environment().put("DONT_FAKE_MONOTONIC", "1");
        // Otherwise waits that are measured by the monotonic clock, as all of the JVM's are, end immediately.
        process.environment().put("FAKETIME_FORCE_MONOTONIC_FIX", "0");
    }

    /** Removes what the library leaves when a process is killed. */
    static void cleanUpAfter(long pid) {
        try {
            Files.deleteIfExists(SHARED_MEMORY.resolve("faketime_shm_" + pid));
            Files.deleteIfExists(SHARED_MEMORY.resolve("sem.faketime_sem_" + pid));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
