package dev.semel.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.servers.TempFolder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("the demo's command line")
class CommandLineTest {
    private final TempFolder folder = TempFolder.create("command");

    @AfterEach
    void clean() {
        folder.close();
    }

    private DemoProcess start(String... arguments) {
        return DemoProcess.start(folder.path(), arguments);
    }

    @Test
    @DisplayName("prints one line when it is ready, then three curl commands that work, and exits on Ctrl-C")
    void ready() throws Exception {
        try (DemoProcess demo =
                start("--port", "0", "--quota", "2", "--data", folder.path().toString())) {
            String address = demo.address();
            List<String> lines = demo.output().lines().toList();
            assertThat(lines).hasSize(4);
            assertThat(lines.get(0)).isEqualTo("Semel demo is ready: " + address);
            assertThat(lines.subList(1, 4)).allMatch(line -> line.strip().startsWith("curl "));
            assertThat(sh(lines.get(1))).contains("HTTP/1.1 201").contains("CAPTURED");
            assertThat(sh(lines.get(1))).contains("Idempotency-Replayed: true");
            assertThat(sh(lines.get(2))).contains("HTTP/1.1 422");
            assertThat(sh(lines.get(3))).containsOnlyOnce("payments.create");
            assertThat(sh("curl -s " + address + "/usage"))
                    .contains("\"subject\":\"guest\"")
                    .contains("\"count\":1,\"limit\":2,\"remaining\":1");
            assertThat(sh(lines.get(1).replace("try-1", "try-2"))).contains("HTTP/1.1 201");
            assertThat(sh(lines.get(1).replace("try-1", "try-3")))
                    .contains("HTTP/1.1 429")
                    .contains("Retry-After: ");
            assertThat(sh(lines.get(1))).contains("Idempotency-Replayed: true");
            int expected = demo.interrupt();
            assertThat(demo.exitCode()).isEqualTo(expected);
            assertThat(demo.errors()).isEmpty();
        }
    }

    @Test
    @DisplayName("takes the store from SEMEL_STORE, uses its own pool, and creates a file that only its owner can read")
    void storeFromEnvironment() throws Exception {
        Path file = folder.path().resolve("of-environment.db");
        try (DemoProcess demo = DemoProcess.start(
                folder.path(),
                Map.of("SEMEL_STORE", "sqlite:" + file),
                "--port",
                "0",
                "--data",
                folder.path().toString())) {
            demo.address();
            String payment = demo.output().lines().toList().get(1);
            assertThat(sh(payment)).contains("HTTP/1.1 201");
            assertThat(sh(payment)).contains("Idempotency-Replayed: true");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
            assertThat(folder.path().resolve("demo.db")).doesNotExist();
        }
    }

    private static String sh(String line) throws IOException, InterruptedException {
        Process shell = new ProcessBuilder("sh", "-c", line)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String output = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(shell.waitFor()).as(line).isZero();
        return output;
    }

    private void assertRefused(DemoProcess demo, String sentence) {
        assertThat(demo.exitCode()).as(demo.output() + demo.errors()).isEqualTo(2);
        assertThat(demo.output()).isEmpty();
        assertThat(demo.errors().lines()).hasSize(1);
        assertThat(demo.errors()).contains(sentence).doesNotContain("secret");
    }

    @Test
    @DisplayName("exits with code 2 after one sentence if its port is in use")
    void portInUse() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                DemoProcess demo = start("--port", String.valueOf(taken.getLocalPort()))) {
            assertRefused(demo, "Port " + taken.getLocalPort());
        }
    }

    @ParameterizedTest
    @DisplayName("exits with code 2 after one sentence if an address is unknown")
    @ValueSource(strings = {"oracle:secret", "sqlite:", "redis:secret", "jdbc:postgresql:secret", "", "memory:secret"})
    void badAddress(String address) {
        try (DemoProcess demo = start("--store", address)) {
            assertRefused(
                    demo,
                    "--store".equals(address)
                            ? ""
                            : address.isEmpty() ? "--store must be followed" : "expected memory:");
        }
    }

    @Test
    @DisplayName("exits with code 2 after one sentence if an option is unknown or needs a number")
    void badArgument() {
        try (DemoProcess demo = start("--colour", "red");
                DemoProcess quota = start("--quota", "many")) {
            assertRefused(demo, "--colour");
            assertRefused(quota, "--quota must be followed by a number");
        }
    }

    @Test
    @DisplayName("exits with code 2 after one sentence if no server is running")
    void refused() throws IOException {
        int port = dev.semel.servers.process.Ports.free();
        String data = folder.path().toString();
        try (DemoProcess sql = start(
                        "--port",
                        "0",
                        "--data",
                        data,
                        "--store",
                        "jdbc:postgresql://127.0.0.1:" + port + "/demo?user=test&password=secret");
                DemoProcess redis =
                        start("--port", "0", "--data", data, "--store", "redis://:secret@127.0.0.1:" + port)) {
            assertRefused(sql, "cannot be used");
            assertRefused(redis, "cannot be used");
        }
    }

    @Test
    @DisplayName("exits with code 2 after one sentence if a server never responds")
    void silent() throws IOException {
        String data = folder.path().toString();
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                DemoProcess sql = start(
                        "--port",
                        "0",
                        "--data",
                        data,
                        "--store",
                        "jdbc:postgresql://127.0.0.1:" + silent.getLocalPort() + "/demo?user=test&password=secret");
                DemoProcess redis = start(
                        "--port",
                        "0",
                        "--data",
                        data,
                        "--store",
                        "redis://:secret@127.0.0.1:" + silent.getLocalPort())) {
            assertRefused(sql, "cannot be used");
            assertRefused(redis, "cannot be used");
        }
    }
}
