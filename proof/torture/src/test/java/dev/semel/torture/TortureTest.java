package dev.semel.torture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.semel.testkit.history.HistoryEvent;
import dev.semel.testkit.history.Times;
import dev.semel.testkit.mutant.Mutant;
import dev.semel.torture.crew.Settings;
import dev.semel.torture.driver.Progress;
import dev.semel.torture.driver.RunFolder;
import dev.semel.torture.driver.RunTest;
import dev.semel.torture.fault.Score;
import dev.semel.torture.judge.Checker;
import dev.semel.torture.judge.CheckerTest;
import dev.semel.torture.judge.Failover;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("torture")
@DisplayName("the torture command")
class TortureTest {
    @TempDir
    private Path folder;

    @Test
    @DisplayName("leaves alone what is in a folder, and takes the next name")
    void fresh() throws Exception {
        Path first = RunFolder.fresh(folder, "sqlite-7");
        Path evidence = Files.writeString(first.resolve("violations.txt"), "precious");

        assertThat(RunFolder.fresh(folder, "sqlite-7"))
                .isEqualTo(folder.resolve("sqlite-7-2"))
                .isEmptyDirectory();
        assertThat(RunFolder.fresh(folder, "sqlite-7")).isEqualTo(folder.resolve("sqlite-7-3"));
        assertThat(evidence).hasContent("precious");
    }

    @Test
    @DisplayName("says so if it can't write where it is to, and leaves nothing where it can")
    void unwritable() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "precious");

        for (Path out : List.of(file, file.resolve("below"), Path.of("/proc/1"))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Torture.checkWritable(out))
                    .withMessageContaining("cannot create a folder in " + out)
                    .withMessageContaining("--out");
        }
        Torture.checkWritable(folder.resolve("new"));
        assertThat(folder.resolve("new")).isEmptyDirectory();
    }

    @Test
    @DisplayName("does not count what a failover may have forgotten as violations on the way")
    void progress() {
        Score score = new Score(0);
        Checker checker = new Checker(Times.of(Duration.ofMillis(400), Duration.ofMillis(5), Duration.ofMillis(5)));
        for (String line : RunTest.FORGOTTEN) {
            checker.take(HistoryEvent.of(CheckerTest.parse(CheckerTest.PAY, line)));
        }
        checker.judge(Long.MAX_VALUE, true);

        assertThat(shown(score, checker)).contains("violations 1").doesNotContain("forgotten");
        score.failingOver(100_000_000);
        assertThat(shown(score, checker)).as("while it lasts").contains("violations 0, forgotten at a failover 1");
        score.failedOver(new Failover(100_000_000, 500_000_000));
        assertThat(shown(score, checker)).contains("violations 0, forgotten at a failover 1");
    }

    private String shown(Score score, Checker checker) {
        Settings settings = new Settings("redis-sentinel", Duration.ofSeconds(1), 1, folder, Mutant.NONE, false);
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        new Progress(settings, new PrintStream(shown, false, StandardCharsets.UTF_8)).show(score, checker);
        return shown.toString(StandardCharsets.UTF_8);
    }
}
