package dev.semel.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

    @Test
    @DisplayName("run the tests in a container that sees the project, and pass arguments on to the tests in it")
    void docker(@TempDir Path programs) throws Exception {
        Path docker = Files.writeString(programs.resolve("docker"), "#!/bin/sh\nprintf '%s\\n' \"$@\"\nexit 7\n");
        assertThat(docker.toFile().setExecutable(true)).isTrue();
        ProcessBuilder command =
                new ProcessBuilder("./test", "--docker", "-pl", "core,a b").directory(Project.ROOT.toFile());
        command.environment().merge("PATH", programs.toString(), (path, first) -> first + File.pathSeparator + path);
        Process process = command.redirectErrorStream(true).start();
        List<String> words = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        assertThat(process.waitFor()).as("the exit code is that of docker").isEqualTo(7);
        assertThat(words)
                .startsWith("run", "--rm")
                .containsSubsequence("-v", Project.ROOT + ":/semel", "-w", "/semel", "debian:12", "sh", "-c")
                .endsWith("./test", "-pl", "core,a b");
    }

    private static Stream<String> comments(String script) {
        return Project.text(Project.ROOT.resolve(script))
                .lines()
                .filter(line -> COMMENT.matcher(line).matches());
    }
}
