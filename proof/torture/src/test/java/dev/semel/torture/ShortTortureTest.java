package dev.semel.torture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testkit.history.Violation;
import dev.semel.testkit.mutant.Mutant;
import dev.semel.torture.crew.Settings;
import dev.semel.torture.driver.Driver;
import dev.semel.torture.driver.Run;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The short form of {@code ./semel torture}; {@code -Dsemel.torture.seconds=N} makes it longer. */
@Tag("torture")
@DisplayName("torture")
class ShortTortureTest {
    private static final Duration FAULTS = Duration.ofSeconds(Long.getLong("semel.torture.seconds", 4));

    @TempDir
    private Path folder;

    @ParameterizedTest(name = "breaks no rule on {0}")
    @ValueSource(strings = {"sqlite", "postgresql", "mariadb", "redis", "dynamodb"})
    void breaksNoRule(String store) throws Exception {
        long seed = System.nanoTime() % 1_000_000;
        Settings settings = new Settings(store, FAULTS, seed, folder, Mutant.NONE, false);

        Run run = Driver.undisturbed(settings, System.out);

        System.out.println(run.summary());
        assertThat(run.violations())
                .as("seed %d", seed)
                .extracting(Violation::describe)
                .isEmpty();
        assertThat(run.failed()).as("seed %d", seed).isEmpty();
        assertThat(run.checker().operations()).isPositive();
        assertThat(run.score().kills()).isPositive();
    }

    @Test
    @DisplayName("finds what is broken on purpose")
    void findsMutants() throws Exception {
        Run run = new Mutants(1, folder, Duration.ofSeconds(60), System.out).run(Mutant.ANSWERS_BEFORE_STORING);

        assertThat(run.clockWasSet()).isFalse();
        assertThat(run.violations()).isNotEmpty();
    }
}
