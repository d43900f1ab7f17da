package dev.semel.torture.judge;

import dev.semel.testkit.history.HistoryEvent;
import dev.semel.testkit.history.Line;
import dev.semel.torture.book.Books;
import dev.semel.torture.protocol.Journal;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Brings what workers write to the checker, as it comes. Not for use by many threads. */
public final class Feed {
    private static final long BETWEEN_BOOKS = 2_000_000_000;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration BETWEEN_TRIES = Duration.ofMillis(250);

    private final Path folder;
    private final @Nullable Books books;
    private final Checker checker;
    private final Duration patience;
    private final Journal bookCopy;
    private final Map<Path, Tail> tails = new HashMap<>();
    private long booksReadAt = System.nanoTime();

    public Feed(Path folder, @Nullable Books books, Checker checker) {
        this(folder, books, checker, PATIENCE);
    }

    public Feed(Path folder, @Nullable Books books, Checker checker, Duration patience) {
        this.folder = folder;
        this.books = books;
        this.checker = checker;
        this.patience = patience;
        this.bookCopy = new Journal(folder.resolve("book.jsonl"), "driver");
    }

    /**
     * Reads all there is and has it judged, except what happened after this began: of that a cause might have been missed that stands in a file which
     * was read before.
     */
    public void poll() throws IOException {
        long before = System.nanoTime();
        readFiles();
        checker.judge(before, before - booksReadAt >= BETWEEN_BOOKS && readBooks());
    }

    /**
     * Reads all journals like {@link #poll}, and the books in any case.
     *
     * @throws IllegalStateException if the books can't be read: without them nothing can be said about what was booked
     */
    public void pollAll() throws IOException, InterruptedException {
        long before = System.nanoTime();
        readFiles();
        while (!readBooks()) {
            if (System.nanoTime() - before > patience.toNanos()) {
                throw new IllegalStateException("the books could not be read for " + patience.toSeconds()
                        + " s after the last fault, so nothing is known of what was booked; is the server running?");
            }
            Thread.sleep(BETWEEN_TRIES.toMillis());
        }
        checker.judge(before, true);
    }

    private void readFiles() throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "{worker,ledger}-*.jsonl")) {
            for (Path file : files) {
                tails.computeIfAbsent(file, Tail::new).read(line -> checker.take(HistoryEvent.of(Line.parse(line))));
            }
        }
    }

    /** Returns whether all rows were read that were committed by now. */
    private boolean readBooks() {
        if (books == null) {
            return true;
        }
        booksReadAt = System.nanoTime();
        try {
            books.read(entry -> {
                bookCopy.append(entry);
                checker.take(HistoryEvent.of(Line.parse(entry)));
            });
            return true;
        } catch (Books.AwayException e) {
            return false; // the server has just been killed
        }
    }
}
