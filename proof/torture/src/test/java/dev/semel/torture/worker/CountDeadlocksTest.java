package dev.semel.torture.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.StoreException;
import dev.semel.counter.store.CountCall;
import dev.semel.counter.store.CountResult;
import dev.semel.counter.store.CounterId;
import dev.semel.counter.store.CounterStore;
import dev.semel.counter.store.StoredCount;
import dev.semel.testkit.history.HistoryEvent;
import dev.semel.testkit.history.Line;
import dev.semel.testkit.history.Rule;
import dev.semel.testkit.history.Violation;
import dev.semel.testkit.mutant.Mutant;
import dev.semel.torture.judge.Checker;
import dev.semel.torture.judge.CheckerTest;
import dev.semel.torture.protocol.CountNames;
import dev.semel.torture.protocol.Journal;
import dev.semel.torture.protocol.Role;
import dev.semel.torture.protocol.WorkerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("torture")
@DisplayName("a deadlock that a counter raises")
class CountDeadlocksTest {
    @TempDir
    private Path folder;

    private static SQLException mariaDb() {
        return new SQLException("Deadlock found", "40001", 1213);
    }

    private static SQLException postgreSql() {
        return new SQLException("deadlock detected", "40P01");
    }

    /** A store that is good for nothing. */
    private record Failing(Supplier<StoreException> failure) implements CounterStore {
        @Override
        public CountResult apply(CountCall call) {
            throw failure.get();
        }

        @Override
        public void takeBack(CountCall call) {
            throw failure.get();
        }

        @Override
        public Optional<StoredCount> find(CounterId id) {
            throw failure.get();
        }

        @Override
        public int purge(Instant now, int limit) {
            throw failure.get();
        }

        @Override
        public void close() {}
    }

    private Counts counts(Throwable cause) {
        WorkerSettings settings = new WorkerSettings(
                "1",
                "t",
                "a:",
                folder,
                1,
                0,
                1,
                Duration.ofMillis(400),
                Duration.ZERO,
                Duration.ZERO,
                0,
                1,
                Mutant.NONE,
                Duration.ZERO,
                null,
                Role.WORKER);
        Journal journal = new Journal(folder.resolve("worker-1.jsonl"), "1");
        CounterStore failing = new Failing(() -> new StoreException("the store failed", cause));
        return new Counts(settings, Worker.counts(settings, failing, journal), journal);
    }

    private List<Violation> judged() throws IOException {
        Checker checker = CheckerTest.checker();
        Files.readAllLines(folder.resolve("worker-1.jsonl"))
                .forEach(line -> checker.take(HistoryEvent.of(Line.parse(line))));
        checker.judge(Long.MAX_VALUE, true);
        return checker.violations();
    }

    static List<Throwable> deadlocks() {
        SQLException batch = new SQLException("a batch failed", "HY000");
        batch.setNextException(mariaDb());
        Exception closed = new IllegalStateException("the connection is closed");
        closed.addSuppressed(new IllegalStateException("", postgreSql()));
        return List.of(mariaDb(), postgreSql(), new IllegalStateException("shared", mariaDb()), batch, closed);
    }

    @ParameterizedTest(name = "is reported for {0}")
    @MethodSource("deadlocks")
    void isReported(Throwable cause) throws Exception {
        Counts counts = counts(cause);
        counts.random(new Random(1));

        assertThat(judged()).isNotEmpty().extracting(Violation::rule).containsOnly(Rule.NOTHING_UNEXPECTED);
    }

    @Test
    @DisplayName("is reported when a count is read at the end")
    void isReportedAtTheEnd() throws IOException {
        Counts counts = counts(postgreSql());

        assertThatThrownBy(() -> counts.read(CountNames.LASTING + "|s")).isInstanceOf(StoreException.class);
        assertThat(judged()).extracting(Violation::id).containsExactly(CountNames.LASTING + "|s");
    }

    @Test
    @DisplayName("is reported when counts are purged")
    void isReportedOfPurges() throws IOException {
        Counts counts = counts(mariaDb());

        assertThatThrownBy(counts::purge).isInstanceOf(StoreException.class);
        assertThat(judged()).extracting(Violation::id).containsExactly(CountNames.PURGE);
    }

    @Test
    @DisplayName("is distinguished from other failures, also from failures that cause one another")
    void isToldFromOthers() throws Exception {
        SQLException lost = new SQLException("the connection is lost", "08006");
        Exception other = new IllegalStateException("", lost);
        lost.addSuppressed(other);
        Counts counts = counts(lost);
        counts.random(new Random(1));

        assertThat(judged()).isEmpty();
    }
}
