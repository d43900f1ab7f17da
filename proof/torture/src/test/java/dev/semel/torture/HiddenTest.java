package dev.semel.torture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testkit.mutant.Mutant;
import dev.semel.torture.crew.Settings;
import dev.semel.torture.driver.Driver;
import dev.semel.torture.driver.Run;
import dev.semel.torture.driver.RunFolder;
import dev.semel.torture.protocol.Hidden;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("torture")
@DisplayName("the secret in an address")
class HiddenTest {
    @TempDir
    private Path folder;

    @ParameterizedTest(name = "is not in what is said of {0}")
    @CsvSource({
        "jdbc:postgresql://host/shop?user=me&password=se%26cret, No driver for {}",
        "jdbc:postgresql://host/shop?user=me&password=se%26cret, the password se&cret is wrong",
        "jdbc:mysql://me:se%26cret@host/shop, the password se%26cret is wrong",
        "rediss://:se&cret@host:6379, can't connect to {}"
    })
    void said(String address, String said) {
        String shown = Hidden.of(address).in(said.replace("{}", address));

        assertThat(shown).doesNotContain("cret").contains("***");
    }

    @Test
    @DisplayName("is all that is hidden, and nothing where there is none")
    void otherwise() {
        assertThat(Hidden.of("postgresql").in("postgresql has ended")).isEqualTo("postgresql has ended");
        assertThat(Hidden.of("sqlite:my.db").in("it has ended")).isEqualTo("it has ended");
    }

    @Test
    @DisplayName("is not in what workers complain about")
    void complaints() {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        PrintStream errors =
                Hidden.of("redis://:secret@host:1").around(new PrintStream(written, false, StandardCharsets.UTF_8));

        new IllegalStateException("no redis://:secret@host:1", new IOException("é secret")).printStackTrace(errors);

        assertThat(written.toString(StandardCharsets.UTF_8))
                .contains("IllegalStateException: no redis:***", "é ***", "HiddenTest")
                .doesNotContain("secret");
    }

    @ParameterizedTest(name = "is neither printed nor in a file when no server is at {0}")
    @ValueSource(
            strings = {
                "jdbc:postgresql://127.0.0.1:1/shop?user=me&password=secret",
                "jdbc:mysql:me-secret@host/shop",
                "jdbc:mysql://me:secret@127.0.0.1:1/shop",
                "redis://:secret@127.0.0.1:1"
            })
    void run(String address) throws Exception {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        Settings settings = new Settings(address, Duration.ofSeconds(1), 1, folder, Mutant.NONE, false);
        Run run = new Driver(settings, new PrintStream(printed, false, StandardCharsets.UTF_8)).run();

        RunFolder.write(run);

        assertThat(printed.toString(StandardCharsets.UTF_8) + run.failed() + run.summary())
                .contains("can't be reached", "failure.txt")
                .doesNotContain("secret");
        try (var files = Files.walk(folder)) {
            assertThat(files.filter(Files::isRegularFile))
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(text(file)).doesNotContain("secret"));
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
