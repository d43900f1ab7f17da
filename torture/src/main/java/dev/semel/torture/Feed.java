package dev.semel.torture;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Brings what workers write to the checker, as it comes. Not for use by many threads. */
final class Feed {
    private final Path folder;
    private final @Nullable BookTable books;
    private final Checker checker;
    private final Journal bookCopy;
    private final Map<Path, Tail> tails = new HashMap<>();

    Feed(Path folder, @Nullable BookTable books, Checker checker) {
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
        long before = System.nanoTime();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "{worker,ledger}-*.jsonl")) {
            for (Path file : files) {
                tails.computeIfAbsent(file, Tail::new).read(line -> checker.take(Event.of(Line.parse(line))));
            }
        }
        checker.judge(before, readBooks());
    }

    /** Whether all rows were read that were committed by now. */
    private boolean readBooks() {
        if (books == null) {
            return true;
        }
        try {
            books.read(entry -> {
                bookCopy.append(entry);
                checker.take(Event.of(Line.parse(entry)));
            });
            return true;
        } catch (SQLException e) {
            return false; // the server has just been killed
        }
    }
}
