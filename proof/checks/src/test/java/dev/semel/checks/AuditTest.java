package dev.semel.checks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program behind {@code ./semel audit}, against a database that answers as the test wants. */
@DisplayName("the audit")
class AuditTest {
    private static final String SBOM = """
            {"components": [
              {"name": "netty-handler", "purl" : "pkg:maven/io.netty/netty-handler@4.2.18.Final?type=jar"},
              {"name": "semel-core", "purl" : "pkg:maven/dev.semel/semel-core@0.1.0?type=jar"},
              {"name": "jackson-core", "purl" : "pkg:maven/com.fasterxml.jackson.core/jackson-core@2.21.6?type=jar"}]}
            """;

    private final List<String> asked = new CopyOnWriteArrayList<>();
    private HttpServer database;
    private volatile int status = 200;
    private volatile String affected = "nothing";

    @TempDir
    Path folder;

    @BeforeEach
    void start() throws IOException {
        database = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        database.createContext("/v1/query", exchange -> {
            String question = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
            asked.add(question);
            byte[] answer = (question.contains(affected)
                            ? "{\"vulns\": [{\"id\": \"GHSA-1\", \"aliases\": [\"CVE-1\"]}, {\"id\": \"GHSA-2\"}]}"
                            : "{}")
                    .getBytes(UTF_8);
            exchange.sendResponseHeaders(status, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        database.start();
        Files.writeString(folder.resolve("sbom.json"), SBOM);
    }

    @AfterEach
    void stop() {
        database.stop(0);
    }

    @Test
    @DisplayName("asks about every component that is not Semel's, and exits with 0 if there is no advisory")
    void clean() throws Exception {
        Outcome outcome = audit();
        assertThat(outcome.output()).contains("No advisory for any of 2 components.");
        assertThat(outcome.code()).isZero();
        assertThat(asked)
                .containsExactly(
                        "{\"package\":{\"purl\":\"pkg:maven/com.fasterxml.jackson.core/jackson-core@2.21.6\"}}",
                        "{\"package\":{\"purl\":\"pkg:maven/io.netty/netty-handler@4.2.18.Final\"}}");
    }

    @Test
    @DisplayName("names the advisories of a component and exits with 1")
    void found() throws Exception {
        affected = "netty-handler";
        Outcome outcome = audit();
        assertThat(outcome.output())
                .contains("pkg:maven/io.netty/netty-handler@4.2.18.Final: GHSA-1, GHSA-2")
                .contains("Advisories for 1 of 2 components.");
        assertThat(outcome.code()).isEqualTo(1);
    }

    @Test
    @DisplayName("says that nothing was checked and exits with 3 if the database can't be reached or refuses")
    void unreachable() throws Exception {
        status = 503;
        assertThat(audit()).satisfies(AuditTest::checkedNothing);
        database.stop(0);
        assertThat(audit()).satisfies(AuditTest::checkedNothing);
    }

    private static void checkedNothing(Outcome outcome) {
        assertThat(outcome.output()).contains("NOT CHECKED").doesNotContain("No advisory");
        assertThat(outcome.code()).isEqualTo(3);
    }

    private record Outcome(int code, String output) {}

    private Outcome audit() throws Exception {
        Path output = folder.resolve("output");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        Project.ROOT.resolve("scripts/Audit.java").toString(),
                        "http://127.0.0.1:" + database.getAddress().getPort(),
                        folder.resolve("sbom.json").toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        return new Outcome(process.exitValue(), Files.readString(output));
    }
}
