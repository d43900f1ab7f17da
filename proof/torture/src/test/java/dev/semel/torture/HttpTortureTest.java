package dev.semel.torture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testkit.history.Violation;
import dev.semel.testkit.mutant.Mutant;
import dev.semel.torture.crew.Settings;
import dev.semel.torture.driver.Driver;
import dev.semel.torture.driver.Run;
import dev.semel.torture.protocol.Role;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The whole rig with services, for a few seconds of faults. */
@Tag("torture")
@DisplayName("torture over HTTP")
class HttpTortureTest {
    private static final Duration FAULTS = Duration.ofSeconds(Long.getLong("semel.torture.seconds", 4));

    @TempDir
    private Path folder;

    @ParameterizedTest(name = "breaks no rule behind {0}")
    @EnumSource(
            value = Role.class,
            names = {"SERVLET", "WEBFLUX"})
    void breaksNoRule(Role role) throws Exception {
        long seed = System.nanoTime() % 1_000_000;
        Settings settings = new Settings("sqlite", FAULTS, seed, folder, Mutant.NONE, false, role);

        Run run = Driver.undisturbed(settings, System.out);

        System.out.println(run.summary());
        assertThat(run.violations())
                .as("seed %d", seed)
                .extracting(Violation::describe)
                .isEmpty();
        assertThat(run.failed()).as("seed %d", seed).isEmpty();
        assertThat(run.checker().endings()).as("seed %d", seed).containsKey("Executed");
        assertThat(run.checker().toBeSwept(Integer.MAX_VALUE).stream()
                        .filter(id -> id.startsWith("book."))
                        .anyMatch(id -> hasExecuted(run, id)))
                .as("a route ran in a transaction")
                .isEqualTo(role.keepsThread());
    }

    private static boolean hasExecuted(Run run, String id) {
        return run.checker().history(id, 100).stream().anyMatch(event -> event.has("o", "Executed"));
    }
}
