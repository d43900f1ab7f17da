package dev.semel.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the scripts")
class ScriptsTest {
    private static final List<String> SCRIPTS = List.of(
            "semel",
            "test",
            "scripts/Audit.java",
            "scripts/progress.sh",
            "scripts/toolchain.sh",
            "proof/servers/install.sh");

    private static final Pattern COMMENT = Pattern.compile(" *(#|//|/?\\*+) .*");
    private static final int WIDTH = 100;

    @Test
    @DisplayName("have comments of 100 columns at most")
    void width() {
        assertThat(SCRIPTS.stream().flatMap(ScriptsTest::comments))
                .isNotEmpty()
                .allMatch(line -> line.length() <= WIDTH, "has at most %d columns".formatted(WIDTH));
    }

    private static Stream<String> comments(String script) {
        return Project.text(Project.ROOT.resolve(script))
                .lines()
                .filter(line -> COMMENT.matcher(line).matches());
    }
}
