package dev.semel.site.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.servers.Installed;
import dev.semel.servers.process.Programs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The program with which Prometheus checks files. */
final class Promtool {
    private Promtool() {}

    /** Runs a command in a folder, and fails if it finds a mistake. */
    static void run(Path folder, String... arguments) throws IOException, InterruptedException {
        Installed.PROMTOOL.orSkip();
        List<String> command = Stream.concat(Stream.of(Programs.find("promtool")), Stream.of(arguments))
                .toList();
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }
}
