package dev.semel.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

final class InstalledTest {
    private static final String ALL =
            Stream.of(Installed.values()).map(InstalledTest::nameOf).collect(Collectors.joining(" "));

    @Test
    void skips_what_the_environment_lists_and_nothing_else() throws Exception {
        Outcome outcome = run(
                "redis  mariadb",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                InstalledTest.class.getName());

        assertThat(outcome.output().lines()).containsExactly("MariaDB is not installed", "Redis is not installed");
    }

    @Test
    void the_install_script_leaves_out_each_of_them() throws Exception {
        Outcome outcome = run(ALL + " faketime", script(), "--or-skip");

        assertThat(outcome.code()).as(outcome.output()).isZero();
        assertThat(outcome.output().lines())
                .hasSize(Installed.values().length + 1)
                .allMatch(line -> line.contains("left out by SEMEL_WITHOUT"));
        assertThat(run(ALL, script(), "--missing").output().split("\\s+", -1)).contains(ALL.split(" ", -1));
    }

    @Test
    void the_install_script_refuses_names_that_it_does_not_know() throws Exception {
        Outcome outcome = run("postgres", script(), "--missing");

        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.output()).contains("'postgres'", "postgresql");
    }

    private static String script() {
        return Path.of(System.getProperty("semel.root"), "proof/servers/install.sh")
                .toString();
    }

    private static String nameOf(Installed each) {
        return each.name().toLowerCase(Locale.ROOT);
    }

    private record Outcome(int code, String output) {}

    private static Outcome run(String without, String... command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(List.of(command)).redirectErrorStream(true);
        builder.environment().put("SEMEL_WITHOUT", without);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Outcome(process.waitFor(), output);
    }

    /** The other JVM: prints what it skips. */
    public static void main(String[] args) {
        for (Installed each : Installed.values()) {
            try {
                each.orSkip();
            } catch (TestAbortedException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
