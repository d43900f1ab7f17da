package dev.semel.servers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.servers.process.Launcher;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

final class AbandonedServerTest {

    @BeforeEach
    void needsPostgres() {
        Installed.POSTGRESQL.orSkip();
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "only Linux ties a process to the one that started it")
    void no_server_outlives_a_jvm_that_is_killed() throws Exception {
        Process jvm = jvm("stay");
        Path folder = null;
        try (BufferedReader output = output(jvm)) {
            ProcessHandle server = startedServer(output);
            folder = Path.of(output.readLine());

            jvm.destroyForcibly().waitFor();

            server.onExit().get(10, TimeUnit.SECONDS);
        } finally {
            jvm.destroyForcibly();
            deleteLeftovers(folder);
        }
    }

    @Test
    void a_jvm_that_ends_leaves_neither_server_nor_folder() throws Exception {
        Process jvm = jvm("go");
        try (BufferedReader output = output(jvm)) {
            ProcessHandle server = startedServer(output);
            Path folder = Path.of(output.readLine());

            assertThat(jvm.waitFor(20, TimeUnit.SECONDS)).isTrue();

            server.onExit().get(10, TimeUnit.SECONDS);
            assertThat(folder).doesNotExist();
        } finally {
            jvm.destroyForcibly();
        }
    }

    private static ProcessHandle startedServer(BufferedReader output) throws IOException {
        long pid = Long.parseLong(output.readLine());
        return ProcessHandle.of(pid).orElseThrow();
    }

    private static Process jvm(String what) throws IOException {
        return new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        AbandonedServerTest.class.getName(),
                        what))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static BufferedReader output(Process process) {
        return new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    private static void deleteLeftovers(Path folder) {
        if (folder != null) {
            PostgresServer.removeSharedMemory(
                    folder.resolve("data"), new Launcher(folder, folder.resolve("server.log"), null));
            TempFolder.of(folder).close();
        }
    }

    /** The other JVM: starts a server from a thread that ends, prints where, and stays if asked to. */
    public static void main(String[] args) throws InterruptedException {
        Thread starter = new Thread(() -> {
            PostgresServer server = PostgresServer.start();
            System.out.println(server.pid());
            System.out.println(server.folder().path());
        });
        starter.start();
        starter.join();
        if (args[0].equals("stay")) {
            Thread.sleep(60_000);
        }
    }
}
