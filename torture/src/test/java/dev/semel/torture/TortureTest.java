package dev.semel.torture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
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
        Path first = Torture.fresh(folder, "sqlite-7");
        Path evidence = Files.writeString(first.resolve("violations.txt"), "precious");

        assertThat(Torture.fresh(folder, "sqlite-7"))
                .isEqualTo(folder.resolve("sqlite-7-2"))
                .isEmptyDirectory();
        assertThat(Torture.fresh(folder, "sqlite-7")).isEqualTo(folder.resolve("sqlite-7-3"));
        assertThat(evidence).hasContent("precious");
    }
}
