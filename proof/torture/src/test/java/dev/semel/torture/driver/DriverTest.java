package dev.semel.torture.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testkit.mutant.Mutant;
import dev.semel.torture.crew.Settings;
import dev.semel.torture.crew.WorkerProcess;
import dev.semel.torture.fault.RigFault;
import dev.semel.torture.fault.Score;
import dev.semel.torture.fault.Strike;
import dev.semel.torture.protocol.Point;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("torture")
@DisplayName("the driver")
class DriverTest {
    @TempDir
    private Path folder;

    @Test
    @DisplayName("ends a run that fails with what it knows, and says what failed")
    void failure() throws Exception {
        String nowhere = "sqlite:" + folder.resolve("there/is/no/such/folder.db");
        Settings settings = new Settings(nowhere, Duration.ofSeconds(1), 1, folder, Mutant.NONE, false);

        Run run = new Driver(settings, System.out).run();

        assertThat(run.failed()).isNotEmpty();
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.summary()).contains(run.failed());
    }

    @Test
    @DisplayName("takes every step, and keeps the first failure")
    void steps() {
        Trial trial = new Trial();
        StringBuilder taken = new StringBuilder();
        trial.step(() -> taken.append(1));
        assertThat(trial.hasFailed()).isFalse();

        trial.step(() -> {
            throw new IOException("first");
        });
        trial.step(() -> {
            throw new AssertionError("second");
        });
        trial.step(() -> taken.append(2));

        assertThat(taken).hasToString("12");
        assertThat(trial.failure()).hasMessage("first").hasSuppressedException(new AssertionError("second"));
    }

    @Test
    @DisplayName("does not take a worker that comes late to one point for one that stands at another")
    void late() {
        WorkerProcess.Standing standing = new WorkerProcess.Standing(Point.AFTER_CLAIM);

        standing.hear("at BEFORE_CLAIM until 7");
        assertThat(standing.until()).isNotDone();
        standing.hear("at AFTER_CLAIM until 8");
        assertThat(standing.until()).isCompletedWithValue(8L);
    }

    @Test
    @DisplayName("writes down a strike with the point it hit, and counts it there")
    void strikes() {
        Strike strike = new Strike(RigFault.KILL_AT_POINT, "2-5", Point.BEFORE_CLAIM, 3, 7);
        Score score = new Score(0);
        score.struck(strike);
        score.struck(new Strike(RigFault.PAUSE_AT_POINT, "2-6", Point.BEFORE_CLAIM, 3, 7));
        score.struck(new Strike(RigFault.KILL, "2-6", null, 3, 7));

        assertThat(strike.line().json())
                .isEqualTo("{\"fault\":\"KILL_AT_POINT\",\"hit\":\"2-5\",\"point\":\"BEFORE_CLAIM\",\"b\":3,\"t\":7}");
        assertThat(score.points()).containsEntry(Point.BEFORE_CLAIM, 2).containsEntry(Point.AFTER_CLAIM, 0);
        assertThat(score.kills()).isEqualTo(2);
    }
}
