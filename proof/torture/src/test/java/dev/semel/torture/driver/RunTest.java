package dev.semel.torture.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.semel.testkit.history.HistoryEvent;
import dev.semel.testkit.history.Rule;
import dev.semel.testkit.history.Times;
import dev.semel.testkit.history.Violation;
import dev.semel.testkit.mutant.Mutant;
import dev.semel.torture.crew.Settings;
import dev.semel.torture.fault.Score;
import dev.semel.torture.judge.Checker;
import dev.semel.torture.judge.CheckerTest;
import dev.semel.torture.judge.Failover;
import dev.semel.torture.judge.Sweep;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Times are milliseconds. What was settled at 50 is claimed again at 910. */
@Tag("torture")
@DisplayName("a run")
public class RunTest {
    private static final String KEY = "pay.again|t|1";
    private static final ObjectMapper JSON = new ObjectMapper();
    public static final List<String> FORGOTTEN = List.of(
            "CLAIM t=10 n=A q=a",
            "CLAIM t=900 n=B q=a",
            "CLAIMED b=10 t=20 n=A m=A e=1 a=1 s=L1 q=a r=a w=1",
            "SETTLE t=40 n=A e=1 h=VA ms=86400000",
            "SETTLE_APPLIED b=40 t=50 n=A e=1 h=VA ms=86400000",
            "CLAIMED b=900 t=910 n=B m=B e=1 a=1 s=L2 q=a r=a w=2");

    @TempDir
    private Path folder;

    private final Score score = new Score(0);
    private final Checker checker =
            new Checker(Times.of(Duration.ofMillis(400), Duration.ofMillis(5), Duration.ofMillis(5)));

    @BeforeEach
    void findSomething() {
        take(KEY, FORGOTTEN.toArray(String[]::new));
    }

    private void take(String id, String... lines) {
        for (String line : lines) {
            checker.take(HistoryEvent.of(CheckerTest.parse(id, line)));
        }
        checker.judge(Long.MAX_VALUE, true);
    }

    private Run run(@Nullable Throwable failure) {
        Settings settings = new Settings("redis-sentinel", Duration.ofSeconds(30), 7, folder, Mutant.NONE, false);
        return new Run(settings, score, checker, Sweep.Result.NONE, 1, failure);
    }

    private void failOver(long began, long ended) {
        score.failedOver(new Failover(began * 1_000_000, ended * 1_000_000));
    }

    @Test
    @DisplayName("is not excused without a failover")
    void noFailover() {
        assertThat(run(null).broken()).extracting(Violation::rule).containsExactly(Rule.NOTHING_IS_FORGOTTEN);
        assertThat(run(null).exitCode()).isOne();
        assertThat(run(null).summary()).containsPattern("violations +1\\R").doesNotContain("forgotten at a failover");
        assertThat(Report.of(run(null))).contains("class=\"bad\"");
    }

    @Test
    @DisplayName("is excused for what a failover may have forgotten")
    void failover() {
        failOver(100, 500);

        assertThat(run(null).violations()).hasSize(1);
        assertThat(run(null).broken()).isEmpty();
        assertThat(run(null).exitCode()).isZero();
        assertThat(run(null).summary())
                .containsPattern("violations +0\\R")
                .containsPattern("forgotten at a failover +1\\R");
        assertThat(Report.of(run(null)))
                .contains("No rule was broken", "1 findings are explained by a failover")
                .doesNotContain("class=\"bad\"");
    }

    @Test
    @DisplayName("is not excused by a failover before or after all that happened to a key")
    void otherTimes() {
        failOver(1, 9);
        failOver(920, 999);

        assertThat(run(null).broken()).hasSize(1);
        assertThat(run(null).summary())
                .containsPattern("violations +1\\R")
                .containsPattern("forgotten at a failover +0\\R");
        assertThat(run(null).exitCode()).isOne();
    }

    @Test
    @DisplayName("is not excused by a failover long after the last that was written to a key")
    void longAfter() {
        failOver(100_000, 113_000);
        take(
                "pay.again|t|3",
                "CLAIM t=10 n=A q=a",
                "CLAIMED b=10 t=20 n=A m=A e=1 a=1 s=L1 q=a r=a w=1",
                "SETTLE t=30 n=A e=1 h=VA ms=86400000",
                "SETTLE_APPLIED b=30 t=40 n=A e=1 h=VA ms=86400000",
                "CLAIM t=600000 n=B q=a",
                "CLAIMED b=600000 t=600010 n=B m=B e=1 a=1 s=L2 q=a r=a w=1");

        assertThat(run(null).broken()).extracting(Violation::id).contains("pay.again|t|3");
    }

    @Test
    @DisplayName("is not excused by a failover after what shows it, though the key lives on")
    void afterTheFinding() {
        failOver(1_000, 2_000);
        take(KEY, "CALL t=5000 c=1 q=a w=sweep");

        assertThat(run(null).broken()).hasSize(1);
    }

    @Test
    @DisplayName("is not excused for what no failover brings about")
    void otherRules() {
        failOver(100, 500);
        take(
                "pay.again|t|2",
                "CLAIM t=10 n=A q=a",
                "CLAIM t=900 n=B q=a",
                "CLAIMED b=10 t=20 n=A m=A e=1 a=1 s=L1 q=a r=a w=1",
                "SETTLED b=900 t=910 n=B m=A e=1 a=1 s=L1 q=a r=a h=VA");

        assertThat(run(null).broken()).extracting(Violation::rule).containsExactly(Rule.ONLY_SETTLED_IS_REPLAYED);
        assertThat(run(null).exitCode()).isOne();
    }

    @Test
    @DisplayName(
            "is excused for a row that was answered for, and that a failover at that time may have forgotten with its record")
    void forgottenRow() {
        failOver(100, 500);
        take("book.wait|t|1", "CALL t=290 c=1 q=a", "ANSWER b=290 t=300 o=Executed q=a s=L1 u=uA h=VA");
        take(
                "book.wait|t|2",
                "CALL t=290 c=1 q=a",
                "ANSWER b=290 t=300 o=Executed q=a s=L1 u=uA h=VA",
                "ANSWER b=900 t=910 o=Executed q=a s=L2 u=uB h=VB",
                "EFFECT t=905 u=uB q=a");

        assertThat(run(null).broken()).isEmpty();
    }

    @Test
    @DisplayName("is not excused for a row that no failover can have forgotten, or that was not in the database")
    void missingRow() {
        failOver(5_000, 5_500);
        take("book.wait|t|1", "CALL t=290 c=1 q=a", "ANSWER b=290 t=300 o=Executed q=a s=L1 u=uA h=VA");
        // Its record is there after the failover, and was committed together with the row.
        take("book.wait|t|2", "CALL t=5600 c=1 q=a", "ANSWER b=5600 t=5610 o=Replayed q=a s=L1 u=uA h=VA");
        // The same, although an answer in the failover explains the first violation.
        take(
                "book.wait|t|4",
                "CALL t=5200 c=1 q=a",
                "ANSWER b=5200 t=5210 o=Executed q=a s=L1 u=uA h=VA",
                "CALL t=5600 c=1 q=a",
                "ANSWER b=5600 t=5610 o=Replayed q=a s=L1 u=uA h=VA");
        take("pay.again|t|3", "CALL t=5200 c=1 q=a", "ANSWER b=5200 t=5210 o=Replayed q=a s=L1 u=uA h=VA");

        assertThat(run(null).broken())
                .extracting(violation -> violation.rule() + " " + violation.id())
                .contains(
                        "NO_ANSWER_WITHOUT_EFFECT book.wait|t|1",
                        "NO_ANSWER_WITHOUT_EFFECT book.wait|t|2",
                        "NO_ANSWER_WITHOUT_EFFECT book.wait|t|4",
                        "NO_ANSWER_WITHOUT_EFFECT pay.again|t|3");
    }

    @Test
    @DisplayName("leaves what was found when the rig has failed, and ends with 2 only if nothing was")
    void failedRig() throws Exception {
        Run run = run(new IllegalStateException("a worker ended unexpectedly"));

        RunFolder.write(run);

        assertThat(run.exitCode()).isOne();
        assertThat(Files.readString(folder.resolve("violations.jsonl")))
                .startsWith("{\"rule\":\"NOTHING_IS_FORGOTTEN\",\"id\":\"pay.again|t|1\"")
                .contains("\"witnesses\":[{\"k\":\"SETTLE_APPLIED\"")
                .endsWith("}]}\n");
        assertThat(Files.readString(folder.resolve("summary.txt"))).contains("a worker ended unexpectedly");
        assertThat(Files.readString(folder.resolve("report.html"))).contains("a worker ended unexpectedly");
        assertThat(folder.resolve("failure.txt")).exists();

        failOver(100, 500);
        assertThat(run.exitCode()).isEqualTo(2);
    }

    @Test
    @DisplayName("leaves its result as data, with the command that repeats it")
    void result() throws Exception {
        failOver(100, 500);

        RunFolder.write(run(null));

        JsonNode result = JSON.readTree(folder.resolve("result.json").toFile());
        assertThat(result.at("/site").asText()).isEqualTo("redis-sentinel");
        assertThat(result.at("/command").asText())
                .isEqualTo("./semel torture --store redis-sentinel --minutes 0.5 --seed 7");
        assertThat(result.at("/seed").asLong()).isEqualTo(7);
        assertThat(result.at("/date").asText()).matches("\\d{4}-\\d\\d-\\d\\d");
        assertThat(result.at("/counts/records").asInt()).isOne();
        assertThat(result.at("/counts/kills").asInt(-1)).isZero();
        assertThat(result.at("/violations").asInt(-1)).isZero();
        assertThat(result.at("/forgotten").asInt()).isOne();
        assertThat(result.has("failure")).isFalse();
    }

    @Test
    @DisplayName("replaces the result of an earlier run of its kind, and shows what failed in the rig")
    void results() throws Exception {
        Path results = folder.resolve("results");
        RunFolder.writeResult(run(null), results);

        Path file = RunFolder.writeResult(run(new IllegalStateException("a worker ended unexpectedly")), results);

        assertThat(results).isDirectoryContaining(file::equals);
        assertThat(file).hasFileName("redis-sentinel.json");
        JsonNode result = JSON.readTree(file.toFile());
        assertThat(result.at("/violations").asInt()).isOne();
        assertThat(result.at("/failure").asText()).isEqualTo("a worker ended unexpectedly");
    }

    @Test
    @DisplayName("never shows the address of a store in its result")
    void addressInResult() {
        Settings settings = new Settings(
                "jdbc:postgresql://host/db?password=secret", Duration.ofMinutes(2), 7, folder, Mutant.NONE, false);

        assertThat(RunResult.of(new Run(settings, score, checker, Sweep.Result.NONE, 1, null)))
                .contains("\"postgresql at an address\"", "--store URL --minutes 2 --seed 7")
                .doesNotContain("secret", "host");
    }

    @Test
    @DisplayName("reports workers that wrote errors")
    void complaints() throws Exception {
        Files.writeString(folder.resolve("worker-1-1.err"), "");
        Files.writeString(folder.resolve("worker-1-2.err"), "Picked up JAVA_TOOL_OPTIONS: -Xmx8g\n");
        assertThat(run(null).summary()).doesNotContain("wrote errors");

        Path trace = Files.writeString(folder.resolve("worker-1-3.err"), "Exception in thread \"renewals\"\n");
        assertThat(run(null).summary()).containsPattern("workers with error output +1, the first to \\Q" + trace);
    }

    @Test
    @DisplayName("knows whether the machine's clock was set, whatever failed before")
    void clockWasSet() {
        Throwable failure = new IllegalStateException("a worker ended unexpectedly");
        assertThat(run(null).clockWasSet()).isFalse();
        assertThat(run(failure).clockWasSet()).isFalse();

        failure.addSuppressed(new TimeOfDay.ClockSetException(3_300));

        assertThat(run(failure).clockWasSet()).isTrue();
        assertThat(run(new TimeOfDay.ClockSetException(3_300)).clockWasSet()).isTrue();
    }

    @Test
    @DisplayName("shows what happened to a key where too little was said of it")
    void history() {
        HistoryEvent call = HistoryEvent.of(CheckerTest.parse(KEY, "CALL t=30 c=1 q=a w=sweep"));
        Violation bare = new Violation(Rule.EVERY_KEY_SETTLES, KEY, "no answer", List.of(call));

        assertThat(run(null).describe(bare))
                .startsWith("EVERY_KEY_SETTLES pay.again|t|1: no answer")
                .containsSubsequence("\"CALL\"", "SETTLE_APPLIED", "\"n\":\"B\"")
                .doesNotContain("\"CLAIM\"");
    }
}
