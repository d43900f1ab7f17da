package dev.semel.torture.protocol;

import dev.semel.testkit.history.HistoryEvent;
import dev.semel.testkit.history.Kind;
import dev.semel.testkit.history.Recorder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * A file to which lines are appended, each by one write of the system: what a process that is killed had written is there. Many threads and processes
 * may write to one file. It never removes a line and never looks for one: an effect that happens twice is there twice.
 *
 * <p>A write that is under way when its process is killed may come to a part of a line only. What is no whole line ({@link #isWhole}) has never
 * happened; and in a file of many processes each line begins on a new one, whatever was left before.
 */
public final class Journal implements Recorder {
    private final FileChannel file;
    private final String worker;
    private final String before;

    public Journal(Path path, String worker) {
        this(path, worker, "");
    }

    private Journal(Path path, String worker, String before) {
        this.before = before;
        try {
            this.file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.worker = worker;
    }

    /** Returns a file that other processes write to as well. */
    public static Journal shared(Path path, String worker) {
        return new Journal(path, worker, "\n");
    }

    @Override
    public void write(Kind kind, String id, @Nullable Object... namesAndValues) {
        append(HistoryEvent.line(kind, now(), worker, id, namesAndValues).json());
    }

    @Override
    public long now() {
        return System.nanoTime();
    }

    /** Returns whether this is all of a line, and not empty. */
    public static boolean isWhole(String line) {
        return line.startsWith("{") && line.endsWith("}");
    }

    public void append(String line) {
        ByteBuffer bytes = ByteBuffer.wrap((before + line + "\n").getBytes(StandardCharsets.UTF_8));
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
