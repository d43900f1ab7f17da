package dev.semel.torture.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.StoreException;
import dev.semel.testkit.mutant.Mutant;
import dev.semel.torture.book.BookTable;
import dev.semel.torture.book.Books;
import dev.semel.torture.crew.Place;
import dev.semel.torture.layer.LossyBooks;
import dev.semel.torture.protocol.Journal;
import dev.semel.torture.protocol.Point;
import dev.semel.torture.protocol.Points;
import dev.semel.torture.protocol.Role;
import dev.semel.torture.protocol.WorkerSettings;
import dev.semel.torture.site.Site;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Strikes transactions on SQLite, as a worker does. */
@Tag("torture")
@DisplayName("a transaction under torture")
class TransactionFaultsTest {
    private static final int ALWAYS = 1_500;

    @TempDir
    private Path folder;

    private final Points points = new Points();

    @ParameterizedTest(name = "gets to {0}")
    @EnumSource(names = {"BEFORE_COMMIT", "AFTER_COMMIT"})
    void reaches(Point point) throws Exception {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream usual = System.out;
        try (Books books = BookTable.create(address(), "");
                Site site = Site.open(settings(), points)) {
            points.standAt(point);
            System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));

            book(site, "one");
        } finally {
            System.setOut(usual);
        }

        assertThat(said.toString(StandardCharsets.UTF_8)).contains("at " + point);
    }

    @Test
    @DisplayName("is committed when its answer gets lost, and replayed to who asks again")
    void losesAnswers() throws Exception {
        Path file = folder.resolve("worker-1.jsonl");
        try (Books books = BookTable.create(address(), "");
                Site site = Site.open(settings(), points)) {
            Site lossy = new LossyBooks(site, new Journal(file, "1"), ALWAYS);

            assertThatThrownBy(() -> book(lossy, "one")).isInstanceOf(StoreException.class);

            assertThat(book(site, "two")).isInstanceOf(Outcome.Replayed.class);
            assertThat(Files.readString(file)).contains("LOST", "book.wait|t|1", "reply");
        }
    }

    @Test
    @DisplayName("is struck at its commit only where there are commits")
    void choosesPoints() {
        Place redis = new Place("", "redis://127.0.0.1", null, null, null, null);
        Place sqlite = new Place("", address(), address(), null, null, null);

        assertThat(redis.points()).contains(Point.AFTER_CLAIM).noneMatch(Point::isOfCommit);
        assertThat(sqlite.points()).containsExactly(Point.values());
    }

    private Outcome<String> book(Site site, String value) {
        Operation<String> operation =
                Semel.on(site.store()).operation("book.wait", Codec.text()).build();
        return site.book(operation.inScope("t"), "1", "a", page -> {
            page.post("row");
            return value;
        });
    }

    private String address() {
        return "sqlite:" + folder.resolve("records.db");
    }

    private WorkerSettings settings() {
        Duration lease = Duration.ofMillis(400);
        return new WorkerSettings(
                "1",
                "",
                address(),
                folder,
                1,
                1,
                1,
                lease,
                Duration.ZERO,
                Duration.ZERO,
                0,
                1,
                Mutant.NONE,
                Duration.ZERO,
                null,
                Role.WORKER);
    }
}
