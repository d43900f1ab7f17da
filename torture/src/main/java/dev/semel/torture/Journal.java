package dev.semel.torture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * A file to which lines are appended, each by one write of the system: a process that is killed leaves whole lines, and what it had written is
 * there. Many threads and processes may write to one file. It never removes a line and never looks for one: an effect that happens twice is there
 * twice.
 */
final class Journal {
    private final FileChannel file;
    private final String worker;

    Journal(Path path, String worker) {
        try {
            this.file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.worker = worker;
    }

    /** Writes down what has just happened, or is about to. */
    void write(Kind kind, String id, @Nullable Object... namesAndValues) {
        @Nullable Object[] all = new @Nullable Object[namesAndValues.length + 8];
        Object[] first = {"k", kind, "t", System.nanoTime(), "w", worker, "id", id};
        System.arraycopy(first, 0, all, 0, first.length);
        System.arraycopy(namesAndValues, 0, all, first.length, namesAndValues.length);
        append(Line.of(all).json());
    }

    void append(String line) {
        ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
        // An interrupt would close the file for all.
        boolean interrupted = Thread.interrupted();
        try {
            int length = bytes.remaining();
            if (file.write(bytes) != length) {
                throw new IllegalStateException("a line was not written as a whole; is the disk full?");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
