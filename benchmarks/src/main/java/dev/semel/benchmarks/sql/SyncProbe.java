package dev.semel.benchmarks.sql;

import dev.semel.benchmarks.measure.FreshJvm;
import dev.semel.benchmarks.measure.SuiteFindings;
import dev.semel.benchmarks.report.PerformanceTarget;
import dev.semel.benchmarks.report.PerformanceTarget.Bound;
import dev.semel.benchmarks.servers.SqliteDatabase;
import dev.semel.benchmarks.workload.SemelCalls;
import dev.semel.jdbc.JdbcStore;
import dev.semel.servers.TempFolder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * Counts how often SQLite's log is synced, with a separate process under {@code strace}: a sync is a system call and nothing else shows it.
 * SQLite itself counts the commits, in the index of its log.
 */
final class SyncProbe {
    /** Few enough that no checkpoint happens, which would sync as well. */
    private static final int CALLS = 40;

    private static final Path STRACE = Path.of("/usr/bin/strace");

    private SyncProbe() {}

    static void count(SuiteFindings found) throws Exception {
        if (!Files.isExecutable(STRACE)) {
            found.note("SQLite, syncs for each commit: not counted, since " + STRACE + " is not installed");
            return;
        }
        try (TempFolder folder = TempFolder.create("syncs")) {
            Path trace = folder.resolve("trace");
            List<String> strace = List.of(
                    STRACE.toString(),
                    "-f",
                    "-y",
                    "--seccomp-bpf",
                    "-e",
                    "trace=fsync,fdatasync",
                    "-o",
                    trace.toString());
            FreshJvm traced = new FreshJvm(strace, List.of("-Xmx256m"), System.getProperty("java.class.path"));
            String commits = traced.run(SyncProbe.class.getName(), folder.path().toString());
            double ratio = (double) syncs(Files.readAllLines(trace)) / Long.parseLong(commits);
            for (Bound bound : Bound.values()) {
                found.judge(
                        new PerformanceTarget("SQLite, syncs of the log for each commit", bound, ratio, 1, "syncs", 2));
            }
        }
    }

    /** Returns how often the log was synced between the two marks. */
    private static long syncs(List<String> trace) {
        return trace.stream()
                .dropWhile(line -> !line.contains("/start>"))
                .takeWhile(line -> !line.contains("/end>"))
                .filter(line -> line.contains("-wal>"))
                .count();
    }

    /** Runs operations on a file in the given folder, and prints how many commits they took. */
    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]);
        Path index = folder.resolve("records.db-shm");
        try (SemelCalls calls = new SemelCalls(JdbcStore.sqlite(folder.resolve("records.db")))) {
            calls.once();
            long before = SqliteDatabase.commits(index);
            mark(folder.resolve("start"));
            for (int i = 0; i < CALLS; i++) {
                calls.once();
            }
            mark(folder.resolve("end"));
            System.out.println(SqliteDatabase.commits(index) - before);
        }
    }

    /** Syncs a file of this name, so that the trace shows where counting starts and ends. */
    private static void mark(Path file) throws Exception {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }
}
