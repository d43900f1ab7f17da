package dev.semel.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.semel.servers.TempFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Tests {@code ./semel demo} itself: a copy of the scripts, with a Maven and a Java that only pretend. */
@DisplayName("./semel demo")
class LauncherTest {
    private static final String MAVEN = """
            echo '[INFO] Scanning for projects...'
            echo 'Downloaded from central: https://example.org/a.pom (3 kB at 1 MB/s)'
            echo '[INFO] Building Semel Core 0.1.0-SNAPSHOT                    [1/2]'
            echo 'Downloaded from central: https://example.org/b.jar (3 kB at 1 MB/s)'
            echo '[INFO] Building Semel Demo 0.1.0-SNAPSHOT                    [2/2]'
            echo '[INFO] --- maven-compiler-plugin:3.13.0:compile (default-compile) @ semel-demo ---'
            echo '[INFO] Building jar: /home/semel-demo.jar'
            """;

    private static final String SUCCEEDS = MAVEN + """
            mkdir -p examples/demo/target
            touch examples/demo/target/semel-demo.jar examples/demo/target/semel-demo.jsa
            """;

    private static final String FAILS = MAVEN + """
            echo '[INFO] BUILD FAILURE'
            echo '[ERROR] Failed to execute goal on project semel-core: Could not resolve a:b:1 -> [Help 1]'
            echo '[ERROR] '
            echo '[ERROR] Re-run Maven using the -X switch to enable full debug logging.'
            echo '[ERROR] [Help 1] http://cwiki.apache.org/confluence/display/MAVEN/Help'
            exit 1
            """;

    /** Halts at its first start, as X-Demo-Crash does. */
    private static final String CRASHES_ONCE = """
            echo started
            [ -f "$0.crashed" ] || { touch "$0.crashed"; exit 137; }
            """;

    private final TempFolder folder = TempFolder.create("launcher");
    private Path home;

    @BeforeEach
    void copyScripts() throws IOException {
        home = Files.createDirectories(folder.resolve("home"));
        Path scripts = Files.createDirectories(home.resolve("scripts"));
        Files.createDirectories(folder.resolve("bin"));
        Files.copy(Path.of("../../semel"), home.resolve("semel"));
        for (String script : List.of("toolchain.sh", "progress.sh")) {
            Files.copy(Path.of("../../scripts").resolve(script), scripts.resolve(script));
        }
    }

    @AfterEach
    void clean() {
        folder.close();
    }

    private void pretend(String program, String script) throws IOException {
        Path file = Files.writeString(folder.resolve("bin").resolve(program), "#!/bin/sh\n" + script);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private void pretendBuilt() throws IOException {
        Path target = Files.createDirectories(home.resolve("examples/demo/target"));
        Files.createFile(target.resolve("semel-demo.jar"));
        Files.createFile(target.resolve("semel-demo.jsa"));
    }

    private record Run(int code, String out, String err) {}

    private Run run(String... command) throws IOException, InterruptedException {
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(home.toFile())
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().merge("PATH", folder.resolve("bin") + ":", (path, first) -> first + path);
        builder.environment().remove("SEMEL_STORE");
        int code = builder.start().waitFor();
        return new Run(
                code, Files.readString(out, StandardCharsets.UTF_8), Files.readString(err, StandardCharsets.UTF_8));
    }

    @Test
    @DisplayName("passes the address of its store on without a trace in its arguments")
    void store() throws Exception {
        pretendBuilt();
        pretend("mvn", "");
        pretend("java", "echo \"$SEMEL_STORE|$*\"\n");
        String started = run(
                        "sh",
                        "semel",
                        "demo",
                        "--port",
                        "1",
                        "--store",
                        "jdbc:mysql://h/d?password=a secret",
                        "--data",
                        "d d")
                .out();
        assertThat(started).startsWith("jdbc:mysql://h/d?password=a secret|").endsWith("--port 1 --data d d\n");
        assertThat(started.substring(started.indexOf('|')))
                .doesNotContain("secret")
                .doesNotContain("--store");
    }

    @Test
    @DisplayName("shows on standard error what it builds, and nothing on standard output")
    void progress() throws Exception {
        pretend("mvn", SUCCEEDS);
        pretend("java", "echo started\n");
        Run run = run("sh", "semel", "demo");
        assertThat(run.err().lines().toList())
                .hasSize(4)
                .startsWith(
                        "Building the demo ...",
                        "  module 1 of 2, Semel Core (files downloaded: 1)",
                        "  module 2 of 2, Semel Demo (files downloaded: 2)")
                .last()
                .asString()
                .matches("Built the demo in \\d+ seconds\\.");
        assertThat(run.out()).isEqualTo("started\n");
        assertThat(run.code()).isZero();
        assertThat(run("sh", "semel", "demo").err()).as("the second time").isEmpty();
    }

    @Test
    @DisplayName("and ./semel install shows the same progress, passes options to Maven, and says what to import")
    void install() throws Exception {
        Files.createDirectories(home.resolve("bom"));
        Files.copy(Path.of("../../bom/pom.xml"), home.resolve("bom/pom.xml"));
        pretend("mvn", "echo \"$*\" >arguments\n" + MAVEN);
        Run run = run("sh", "semel", "install", "-Dmaven.repo.local=/a/b");
        assertThat(run.err().lines().toList())
                .contains("Building Semel ...", "  module 1 of 2, Semel Core (files downloaded: 1)")
                .last()
                .asString()
                .matches("Built Semel in \\d+ seconds\\.");
        assertThat(home.resolve("arguments")).content().contains(" install ").endsWith("-Dmaven.repo.local=/a/b\n");
        assertThat(run.out()).contains("is in the local Maven repository", "<artifactId>semel-bom</artifactId>");
        assertThat(run.code()).isZero();
    }

    @Test
    @DisplayName(
            "and ./semel site --versions builds the documentation of a release from its tag, in a folder of the latest")
    void versions() throws Exception {
        assumeThat(Files.isExecutable(Path.of("/usr/bin/git")))
                .as("git is there")
                .isTrue();
        pretend("mvn", "");
        pretend("npm", "");
        pretend("node", "echo v20.0.0\n");
        pretend("java", """
                mkdir -p site/target/site
                echo "$(cat text) ${SEMEL_SITE_BASE-none} ${SEMEL_SITE_LATEST-none}" >site/target/site/index.html
                """);
        pretend("release", """
                git init -q && git add . && git -c user.name=a -c user.email=a@example.org commit -qm release && git tag v0.0.9
                """);
        Files.createDirectories(home.resolve("site"));
        Files.writeString(home.resolve("site/versions.json"), "[\"0.0.9\"]\n");
        Files.writeString(home.resolve("text"), "released");
        assertThat(run("env", "release").code()).isZero();
        Files.writeString(home.resolve("text"), "changed");
        assertThat(run("env", "SEMEL_SITE_BASE=/semel/", "sh", "semel", "site", "--versions")
                        .code())
                .isZero();
        assertThat(home.resolve("site/target/site/index.html")).hasContent("changed /semel/ none");
        assertThat(home.resolve("site/target/site/0.0.9/index.html")).hasContent("released /semel/0.0.9/ /semel/");
    }

    @Test
    @DisplayName("shows why its build failed, and does not start")
    void failure() throws Exception {
        pretend("mvn", FAILS);
        pretend("java", "echo started\n");
        Run run = run("sh", "semel", "demo");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err().lines().toList())
                .endsWith(
                        "Building the demo failed:",
                        "  Failed to execute goal on project semel-core: Could not resolve a:b:1",
                        "All of Maven's output is in examples/demo/target/build.log.");
        assertThat(home.resolve("examples/demo/target/build.log")).content().contains("Re-run Maven");
    }

    @Test
    @DisplayName("returns the exit code of a crash to a script")
    void crash() throws Exception {
        pretendBuilt();
        pretend("mvn", "");
        pretend("java", CRASHES_ONCE);
        Run run = run("sh", "semel", "demo");
        assertThat(run.code()).isEqualTo(137);
        assertThat(run.out()).isEqualTo("started\n");
    }

    @Test
    @DisplayName("on a terminal, updates one line during its build, and starts again after a crash")
    void terminal() throws Exception {
        assumeThat(Files.isExecutable(Path.of("/usr/bin/script")) && Files.exists(Path.of("/proc/self")))
                .as("script of util-linux is there")
                .isTrue();
        pretend("mvn", SUCCEEDS);
        pretend("java", CRASHES_ONCE);
        Run run = run("env", "TERM=xterm", "script", "-qec", "sh semel demo", "/dev/null");
        assertThat(run.out())
                .contains("\rBuilding the demo: module 2 of 2, Semel Demo: compile (files downloaded: 2)\033[K")
                .containsPattern("\r\033\\[KBuilt the demo in \\d+ seconds\\.");
        assertThat(run.out().lines().filter("started"::equals)).hasSize(2);
        assertThat(run.out()).containsOnlyOnce("The service crashed.");
        assertThat(run.code()).isZero();
    }
}
