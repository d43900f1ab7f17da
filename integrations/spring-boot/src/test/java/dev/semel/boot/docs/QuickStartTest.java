package dev.semel.boot.docs;

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
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the quick start of a page as its reader does: the application, the settings and the command as printed. */
@DisplayName("the quick start")
class QuickStartTest {
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final Duration LIMIT = Duration.ofMinutes(2);

    /** What the reader of a quick start does not have. */
    private static final Pattern ABSENT = Pattern.compile("test-classes|security|webflux|reactor|netty|spring-jdbc"
            + "|starter-jdbc|HikariCP|h2-|postgresql|data-redis|lettuce|actuator");

    private static final Pattern PORT = Pattern.compile("started on port[^0-9]*([0-9]+) \\(http\\)");

    @TempDir
    private Path folder;

    @ParameterizedTest(name = "of {0} starts as it stands, and answers as shown")
    @ValueSource(strings = {"README.md", "docs/getting-started.md"})
    void asItStands(String name) throws Exception {
        String page = Files.readString(ROOT.resolve(name));
        Files.writeString(folder.resolve("application.yml"), block(page, "```yaml\\n(.*?)```"));
        compile(block(Files.readString(ROOT.resolve("docs/getting-started.md")), "```java\\n([^`]*?class Shop.*?)```"));
        Path log = folder.resolve("log.txt");
        Process application = start(log);
        try {
            String command = block(page, "```sh\\n(curl .*?)```");
            for (Answer shown : Answer.of(block(page, "```\\n(HTTP/1.1 .*?)```"))) {
                shown.check(send(command, port(application, log)));
            }
            assertThat(Files.readAllLines(log))
                    .filteredOn(line -> line.contains("Semel: "))
                    .singleElement()
                    .asString()
                    .contains("semel.db")
                    .contains("PATCH, POST /payments as payments.create (lease)");
        } finally {
            application.destroy();
            application.onExit().get();
        }
    }

    private static String block(String page, String pattern) {
        Matcher found = Pattern.compile(pattern, Pattern.DOTALL).matcher(page);
        assertThat(found.find()).as(pattern).isTrue();
        return found.group(1);
    }

    private static String classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(each -> !ABSENT.matcher(each.substring(Math.max(0, each.length() - 60)))
                        .find())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private void compile(String source) throws Exception {
        Path file = Files.writeString(folder.resolve("Shop.java"), source);
        int result = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-parameters", "-cp", classPath(), "-d", folder.toString(), file.toString());
        assertThat(result).isZero();
    }

    private Process start(Path log) throws Exception {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        folder + File.pathSeparator + classPath(),
                        "shop.Shop",
                        "--server.port=0",
                        "--server.address=127.0.0.1")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
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
