package dev.semel.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;

/**
 * Builds {@code examples/quickstart} with Maven from the artifacts of this build, as they would be published, and does what the README and
 * "Getting started" say. Needs the jars of all published modules: {@code ./test -pl proof/checks} builds them.
 */
@DisplayName("the quick start")
class QuickStartTest {
    private static final Path EXAMPLE = Project.ROOT.resolve("examples/quickstart");
    private static final Path SOURCES = EXAMPLE.resolve("src/main");
    private static final String GETTING_STARTED = "docs/getting-started.md";
    private static final Duration LIMIT = Duration.ofMinutes(10);
    private static final Pattern PORT = Pattern.compile("started on port[^0-9]*([0-9]+) \\(http\\)");
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    @TempDir
    private static Path folder;

    private static Path repository;
    private static Path built;

    @BeforeAll
    static void build() throws Exception {
        repository = Published.repository(folder.resolve("repository"));
        Path project = copy(EXAMPLE, folder.resolve("quickstart"));
        built = project.resolve("target");
        Path log = folder.resolve("maven.txt");
        Process maven = new ProcessBuilder(
                        "sh",
                        "-c",
                        ". scripts/toolchain.sh && maven \"$@\"",
                        "maven",
                        "-f",
                        project.toString(),
                        "-Dmaven.repo.local=" + repository,
                        "-Dsemel.version=" + Published.version(),
                        "-Dmaven.test.skip=true",
                        "package")
                .directory(Project.ROOT.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            assertThat(maven.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .as("built within %s", LIMIT)
                    .isTrue();
        } finally {
            maven.descendants().forEach(ProcessHandle::destroy);
            maven.destroy();
        }
        assertThat(maven.exitValue()).as("%s", Files.readString(log)).isZero();
    }

    /** The example may have been built in its place, with other artifacts. */
    private static Path copy(Path from, Path to) throws Exception {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path each : all.filter(Files::isRegularFile).toList()) {
                Path inside = from.relativize(each);
                if (!inside.startsWith("target")) {
                    Path copy = to.resolve(inside);
                    Files.createDirectories(copy.getParent());
                    Files.copy(each, copy);
                }
            }
        }
        return to;
    }

    @Test
    @DisplayName("with Spring Boot starts as it stands, answers as shown, and runs the handler once for each key")
    void springBoot() throws Exception {
        Path log = folder.resolve("log.txt");
        Process application = start(
                log,
                "-jar",
                built.resolve("quickstart.jar").toString(),
                "--server.port=0",
                "--server.address=127.0.0.1");
        try {
            String page = Project.text(Project.ROOT.resolve("README.md"));
            int port = port(application, log);
            for (Answer shown : Answer.of(answers(page))) {
                shown.check(send(command(page), port));
            }
            assertThat(send(command(page).replace("order-17", "order-18"), port).body())
                    .as("the second run of the handler")
                    .isEqualTo("{\"id\":2}");
            assertThat(Files.readAllLines(log))
                    .filteredOn(line -> line.contains("Semel: "))
                    .as("the line about what is guarded")
                    .singleElement()
                    .asString()
                    .contains("semel.db")
                    .contains("PATCH, POST /payments as payments.create (lease)");
        } finally {
            application.destroy();
            application.onExit().get();
        }
    }

    @Test
    @DisplayName("with plain Java prints what its comments say, and needs semel-core alone")
    void plainJava() throws Exception {
        String core = "dev/semel/semel-core/%1$s/semel-core-%1$s.jar".formatted(Published.version());
        Path printed = folder.resolve("printed.txt");
        Process program = start(
                printed,
                "-cp",
                built.resolve("classes") + File.pathSeparator + repository.resolve(core),
                "shop.FirstExample");
        assertThat(program.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(printed)
                .hasContent(Pattern.compile("// (.*)")
                        .matcher(Project.text(SOURCES.resolve("java/shop/FirstExample.java")))
                        .results()
                        .map(comment -> comment.group(1))
                        .reduce((a, b) -> a + "\n" + b)
                        .orElseThrow());
    }

    @ParameterizedTest(name = "of {0} shows the settings, the program, the command and the answers of the example")
    @ValueSource(strings = {"README.md", GETTING_STARTED})
    void pages(String name) {
        String page = Project.text(Project.ROOT.resolve(name));
        Map<String, Object> settings = new Yaml().load(block(page, "```yaml\\n(.*?)```"));
        assertThat(settings).isEqualTo(new Yaml().load(Project.text(SOURCES.resolve("resources/application.yml"))));
        assertThat(block(page, "```java\\n([^`]*?class FirstExample.*?)```")).isEqualTo(firstExample());
        String example = Project.text(EXAMPLE.resolve("README.md"));
        assertThat(command(page)).isEqualTo(command(example));
        String first = Project.text(Project.ROOT.resolve("README.md"));
        assertThat(answers(page)).isEqualTo(answers(first));
    }

    @Test
    @DisplayName("of the documentation shows the controller of the example")
    void controller() {
        assertThat(block(Project.text(Project.ROOT.resolve(GETTING_STARTED)), "```java\\n([^`]*?class Shop.*?)```"))
                .isEqualTo(Project.text(SOURCES.resolve("java/shop/Shop.java")));
    }

    /** The pages leave out the package. */
    private static String firstExample() {
        return Project.text(SOURCES.resolve("java/shop/FirstExample.java")).replace("package shop;\n\n", "");
    }

    private static String command(String page) {
        return block(page, "```sh\\n[^`]*?(curl .*?)```");
    }

    private static String answers(String page) {
        return block(page, "```\\n(HTTP/1.1 .*?)```");
    }

    private static String block(String page, String pattern) {
        Matcher found = Pattern.compile(pattern, Pattern.DOTALL).matcher(page);
        assertThat(found.find()).as(pattern).isTrue();
        return found.group(1);
    }

    private static Process start(Path output, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(JAVA, "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }

    private static int port(Process application, Path log) throws Exception {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (System.nanoTime() < end) {
            Matcher started = PORT.matcher(Files.readString(log));
            if (started.find()) {
                return Integer.parseInt(started.group(1));
            }
            assertThat(application.isAlive()).as(Files.readString(log)).isTrue();
            Thread.sleep(50);
        }
        throw new AssertionError("not started within " + LIMIT + ":\n" + Files.readString(log));
    }

    /** Sends the request of a command of curl. */
    private static HttpResponse<String> send(String command, int port) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + port + block(command, "localhost:8080(\\S+)")))
                .timeout(LIMIT)
                .POST(BodyPublishers.ofString(block(command, "-d '([^']*)'")));
        for (MatchResult header : Pattern.compile("-H '([^:']+): ([^']+)'")
                .matcher(command)
                .results()
                .toList()) {
            request.header(header.group(1), header.group(2));
        }
        return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
    }

    /** An answer in a page: the status, some headers and the body. */
    private record Answer(List<String> lines) {
        private static final String REPLAYED = "Idempotency-Replayed";

        /** Answers are side by side. */
        static List<Answer> of(String shown) {
            int second = shown.indexOf("HTTP/1.1", 1);
            return List.of(
                    new Answer(shown.lines()
                            .map(line -> line.substring(0, Math.min(second, line.length())))
                            .map(String::strip)
                            .toList()),
                    new Answer(shown.lines()
                            .map(line -> line.substring(Math.min(second, line.length())))
                            .map(String::strip)
                            .toList()));
        }

        void check(HttpResponse<String> got) {
            assertThat("HTTP/1.1 " + got.statusCode()).isEqualTo(lines.get(0));
            List<String> headers =
                    lines.stream().filter(line -> line.contains(": ")).toList();
            for (String header : headers) {
                String[] parts = header.split(": ", 2);
                assertThat(got.headers().firstValue(parts[0])).contains(parts[1]);
            }
            assertThat(got.headers().firstValue(REPLAYED).isPresent())
                    .isEqualTo(headers.stream().anyMatch(header -> header.startsWith(REPLAYED)));
            assertThat(got.body()).isEqualTo(lines.get(lines.size() - 1));
        }
    }
}
