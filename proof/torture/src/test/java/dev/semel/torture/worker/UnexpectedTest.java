package dev.semel.torture.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.counter.store.CounterStore;
import dev.semel.testkit.history.HistoryEvent;
import dev.semel.testkit.history.Line;
import dev.semel.testkit.history.Times;
import dev.semel.testkit.history.Violation;
import dev.semel.torture.judge.Checker;
import dev.semel.torture.protocol.Journal;
import dev.semel.torture.protocol.Points;
import dev.semel.torture.protocol.Target;
import dev.semel.torture.protocol.WorkerSettings;
import dev.semel.torture.site.Site;
import dev.semel.torture.site.SiteAround;
import dev.semel.torture.site.SqlSite;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("torture")
@DisplayName("an undocumented exception")
class UnexpectedTest {
    @TempDir
    private Path folder;

    private WorkerSettings settings;
    private Site site;
    private Journal journal;
    private Caller caller;

    @BeforeEach
    void open() {
        settings = WorkerSettings.looking("sqlite:" + folder.resolve("records.db"), folder, Duration.ofMillis(400));
        site = SqlSite.file(settings);
        journal = new Journal(folder.resolve("worker-1.jsonl"), "1");
        Site broken = new SiteAround(site) {
            @Override
            public Outcome<String> book(Operation<String> operation, String key, String request, Posting work) {
                throw new AssertionError("broken");
            }
        };
        TortureWork work = new TortureWork(settings, journal, new Points());
        caller = new Caller(
                settings,
                broken,
                new Operations(settings, site.store(), site.store(), work),
                work,
                journal,
                Runnable::run);
    }

    @AfterEach
    void close() {
        site.close();
    }

    @Test
    @DisplayName("is found where a record's call throws an Error")
    void error() throws Exception {
        caller.call(Target.parse("book.wait|t|1"));

        assertThat(found().violations())
                .extracting(violation -> violation.rule() + " " + violation.id() + " " + violation.what())
                .containsExactly("NOTHING_UNEXPECTED book.wait|t|1 Unexpected java.lang.AssertionError: broken");
    }

    @Test
    @DisplayName("is found where a counter throws it, and clients go on")
    void counter() throws Exception {
        CounterStore broken = (CounterStore) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {CounterStore.class}, (proxy, method, args) -> {
                    throw new IllegalArgumentException("broken");
                });
        Client client = new Client(settings, caller, new Counts(settings, broken, journal), false, 1, () -> false);
        for (int i = 0; i < 40; i++) {
            client.once();
        }

        assertThat(found().violations())
                .extracting(Violation::what)
                .contains("Unexpected java.lang.IllegalArgumentException: broken");
    }

    private Checker found() throws Exception {
        Checker checker = new Checker(Times.of(Duration.ofMillis(400), Duration.ofMillis(5), Duration.ofMillis(5)));
        for (String line : Files.readAllLines(folder.resolve("worker-1.jsonl"))) {
            checker.take(HistoryEvent.of(Line.parse(line)));
        }
        checker.judge(Long.MAX_VALUE, true);
        return checker;
    }
}
