package dev.semel.torture;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Brings what workers write to the checker, as it comes. Not for use by many threads. */
final class Feed {
    private static final long BETWEEN_BOOKS = 2_000_000_000;

    private final Path folder;
    private final @Nullable Books books;
    private final Checker checker;
    private final Journal bookCopy;
    private final Map<Path, Tail> tails = new HashMap<>();
    private long booksReadAt = System.nanoTime();

    Feed(Path folder, @Nullable Books books, Checker checker) {
        this.folder = folder;
        this.books = books;
        this.checker = checker;
        this.bookCopy = new Journal(folder.resolve("book.jsonl"), "driver");
    }

    /**
     * Reads all there is and has it judged, except what happened after this began: of that a cause might have been missed that stands in a file which
     * was read before.
     */
    void poll() throws IOException {
        poll(false);
    }

    /** The same, books included in any case. */
    void pollAll() throws IOException {
        poll(true);
    }

    private void poll(boolean withBooks) throws IOException {
        long before = System.nanoTime();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "{worker,ledger}-*.jsonl")) {
            for (Path file : files) {
                tails.computeIfAbsent(file, Tail::new).read(line -> checker.take(Event.of(Line.parse(line))));
            }
        }
        checker.judge(before, readBooks(before, withBooks));
    }

    /** Whether all rows were read that were committed by now. */
    private boolean readBooks(long now, boolean anyway) {
        if (books == null) {
            return true;
        } else if (!anyway && now - booksReadAt < BETWEEN_BOOKS) {
            return false;
        }
        booksReadAt = now;
        try {
            books.read(entry -> {
                bookCopy.append(entry);
                checker.take(Event.of(Line.parse(entry)));
            });
            return true;
        } catch (Books.AwayException e) {
            return false; // the server has just been killed
        }
    }
}
