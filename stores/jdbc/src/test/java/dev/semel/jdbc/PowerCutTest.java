package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.servers.Installed;
import java.io.BufferedReader;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * What a power cut leaves of SQLite's file at worst: only what was synced. Whether a disk keeps what it reports as synced is beyond this
 * test.
 */
@DisplayName("D1 a power cut right after an acknowledgement, on SQLite")
class PowerCutTest {

    @Test
    @DisplayName("loses nothing that was acknowledged: each commit is synced before it is reported")
    void everyAcknowledgement() throws Exception {
        Installed.STRACE.orSkip();
        Path folder = Pools.folder().toRealPath();
        Path trace = run(folder);
        SyncedDisk synced = new SyncedDisk(folder, Pools.folder());
        List<String> acknowledged = new ArrayList<>();
        try (BufferedReader lines = Files.newBufferedReader(trace)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String said = synced.follow(line);
                if (said.startsWith("ACK ")) {
                    acknowledged.add(said.substring(4).strip());
                    checkAfterPowerCut(synced, acknowledged);
                }
            }
        }
        assertThat(acknowledged).hasSize(2 * AcknowledgingApplication.CALLS);
        // A claim and a settlement in leased mode, one commit in transactional mode, and a few to create the file.
        int commits = 3 * AcknowledgingApplication.CALLS;
        assertThat(synced.syncs()).isBetween(commits, commits + 30);
    }

    /** Opens the file as it is on the disk, and checks that everything that was acknowledged replays. */
    private static void checkAfterPowerCut(SyncedDisk disk, List<String> acknowledged) throws Exception {
        Path copy = Pools.folder();
        for (Path file : disk.files()) {
            Files.copy(file, copy.resolve(file.getFileName()));
        }
        try (JdbcStore store = JdbcStore.sqlite(copy.resolve("power.db"))) {
            for (String each : acknowledged) {
                String[] parts = each.split(" ", 2);
                assertThat(AcknowledgingApplication.operation(store, parts[0]).once(parts[1], "r", () -> "ran again"))
                        .isEqualTo("receipt " + parts[1]);
            }
        }
    }

    private static Path run(Path folder) throws Exception {
        Path trace = folder.resolveSibling(folder.getFileName() + ".strace");
        File output = File.createTempFile("acknowledging", ".log");
        // To a pipe rather than a file, so that standard output is written immediately.
        Process process = new ProcessBuilder(
                        "strace",
                        "-f",
                        "-xx",
                        "-s",
                        "100000",
                        "-e",
                        "trace=openat,pwrite64,ftruncate,fsync,fdatasync,write,unlink",
                        "-o",
                        trace.toString(),
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        AcknowledgingApplication.class.getName(),
                        folder.resolve("power.db").toString())
                .redirectErrorStream(true)
                .redirectOutput(output)
                .start();
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue())
                .as(() -> "strace and the application, see " + output)
                .isZero();
        return trace;
    }
}
