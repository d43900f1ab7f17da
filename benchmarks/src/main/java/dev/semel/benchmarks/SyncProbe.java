package dev.semel.benchmarks;

import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.benchmarks.report.Target;
import dev.semel.benchmarks.report.Target.Bound;
import dev.semel.jdbc.JdbcStore;
import dev.semel.servers.TempFolder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * Counts how often SQLite's log is synced, by running a process of its own under {@code strace}: a sync is a system call, and nothing
 * else shows it. Commits are counted by SQLite itself, in the index of its log.
 */
final class SyncProbe {
    /** So few that there is no checkpoint, which syncs as well. */
    private static final int CALLS = 40;

    private static final Path STRACE = Path.of("/usr/bin/strace");

    private SyncProbe() {}

    static void count(Workbench bench, List<Target> targets, List<String> notes) throws Exception {
        if (!Files.isExecutable(STRACE)) {
            notes.add("SQLite, syncs for each commit: not counted, as strace is not installed");
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
            String commits = bench.inFreshJvm(
                    strace, List.of("-Xmx256m"), SyncProbe.class, folder.path().toString());
            double ratio = (double) syncs(Files.readAllLines(trace)) / Long.parseLong(commits);
            String name = "SQLite, syncs of the log for each commit";
            targets.add(new Target(name, Bound.AT_MOST, ratio, 1, "syncs", 2));
            targets.add(new Target(name, Bound.AT_LEAST, ratio, 1, "syncs", 2));
        }
    }

    /** Those of the log between the marks. */
    private static long syncs(List<String> trace) {
        return trace.stream()
                .dropWhile(line -> !line.contains("/start>"))
                .takeWhile(line -> !line.contains("/end>"))
                .filter(line -> line.contains("-wal>"))
                .count();
    }

    /** Runs operations on a file in a folder and prints how many commits that took. */
    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]);
        Path file = folder.resolve("records.db");
        Path index = folder.resolve("records.db-shm");
        try (JdbcStore store = JdbcStore.sqlite(file);
                Semel semel = Semel.on(store)) {
            Operation<byte[]> operation =
                    semel.operation("payments.create", Codec.bytes()).build();
            operation.once("first", Payment.number(1), () -> Rows.RESULT);
            long before = SqliteDatabase.commits(index);
            mark(folder.resolve("start"));
            for (int i = 0; i < CALLS; i++) {
                operation.once(SqlKeys.fresh(), Payment.number(1), () -> Rows.RESULT);
            }
            mark(folder.resolve("end"));
            System.out.println(SqliteDatabase.commits(index) - before);
        }
    }

    /** Syncs a file of this name, so that it is seen in the trace where the counting starts and ends. */
    private static void mark(Path file) throws Exception {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }
}
