package dev.semel.torture.book;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("torture")
@DisplayName("the table of effects")
class BookTableTest {
    private static final String TAG = "x";

    @TempDir
    private Path folder;

    private final AtomicLong now = new AtomicLong(1);
    private String address = "";

    @BeforeEach
    void choose() {
        address = "sqlite:" + folder.resolve("books.db");
    }

    @Test
    @DisplayName("hands over what was posted twice twice, and nothing again")
    void keepsEqualEntriesApart() throws Exception {
        try (BookTable books = BookTable.create(address, TAG, now::get)) {
            post("one");
            post("one");

            assertThat(read(books)).containsExactly("one", "one");
            assertThat(read(books)).isEmpty();

            post("one");

            assertThat(read(books)).containsExactly("one");
        }
    }

    @Test
    @DisplayName("misses nothing when it is not read for long")
    void readsBackToTheLastTime() throws Exception {
        try (BookTable books = BookTable.create(address, TAG, now::get)) {
            read(books);
            post("early");
            now.addAndGet(Duration.ofMinutes(5).toNanos());

            assertThat(read(books)).containsExactly("early");
        }
    }

    private void post(String entry) {
        Sql.execute(address, BookTable.insert(TAG), now.get(), entry);
    }

    private static List<String> read(Books books) throws Books.AwayException {
        List<String> entries = new ArrayList<>();
        books.read(entries::add);
        return entries;
    }
}
