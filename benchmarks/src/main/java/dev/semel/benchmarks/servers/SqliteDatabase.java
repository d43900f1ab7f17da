package dev.semel.benchmarks.servers;

import dev.semel.benchmarks.measure.Meter;
import dev.semel.benchmarks.report.Figure;
import dev.semel.servers.TempFolder;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** SQLite with a write-ahead log that is synced at each commit. Each contender has its own file, so that none waits for another's checkpoint. */
public final class SqliteDatabase extends BenchDatabase {
    /** The offset of the transaction counter in the index of the write-ahead log. */
    private static final int CHANGES_AT = 8;

    private static final Path PROCESS_IO = Path.of("/proc/self/io");

    private final TempFolder folder = TempFolder.create("sqlite");
    private final Map<String, SqlPool> pools = new ConcurrentHashMap<>();

    @Override
    public String name() {
        return "SQLite";
    }

    @Override
    public String description() throws SQLException {
        try (Connection connection = pool("version").pool().getConnection()) {
            return "SQLite " + connection.getMetaData().getDatabaseProductVersion()
                    + ", write-ahead log, synchronous FULL, a file for each contender";
        }
    }

    @Override
    public SqlPool pool(String contender) {
        return pools.computeIfAbsent(contender, name -> {
            Path file = folder.resolve(name.replaceAll("[^a-z]", "-") + ".db");
            String settings = "?journal_mode=WAL&synchronous=FULL&busy_timeout=120000&transaction_mode=IMMEDIATE";
            return new SqlPool("jdbc:sqlite:" + file + settings, "", file);
        });
    }

    /** SQLite writes in this process, so the bytes written by the process include all of SQLite's, checkpoints too. */
    @Override
    public Meter.Reading read() throws IOException {
        long commits = 0;
        try (var files = Files.newDirectoryStream(folder.path(), "*.db-shm")) {
            for (Path each : files) {
                commits += commits(each);
            }
        }
        return Meter.Reading.of(Figure.COMMITS, (double) commits, Figure.LOG_BYTES, (double) bytesWritten());
    }

    /** Returns how many transactions were committed to a file, from the index of its write-ahead log. */
    public static long commits(Path index) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(index.toFile(), "r")) {
            if (file.length() < CHANGES_AT + Integer.BYTES) {
                return 0;
            }
            byte[] counter = new byte[Integer.BYTES];
            file.seek(CHANGES_AT);
            file.readFully(counter);
            return Integer.toUnsignedLong(
                    ByteBuffer.wrap(counter).order(ByteOrder.nativeOrder()).getInt());
        }
    }

    private static long bytesWritten() throws IOException {
        if (!Files.exists(PROCESS_IO)) {
            return 0;
        }
        return Files.readAllLines(PROCESS_IO).stream()
                .filter(line -> line.startsWith("wchar: "))
                .mapToLong(line -> Long.parseLong(line.substring(7)))
                .sum();
    }

    @Override
    public void settle() throws SQLException {
        for (SqlPool each : pools.values()) {
            each.execute("PRAGMA wal_checkpoint(TRUNCATE)");
        }
    }

    @Override
    public String binary() {
        return "blob";
    }

    @Override
    public String insertOrIgnore(String table, String columns, String values) {
        return "INSERT INTO " + table + " (" + columns + ") VALUES (" + values + ") ON CONFLICT DO NOTHING";
    }

    /** A transaction takes the only lock when it begins. */
    @Override
    public String lock() {
        return "";
    }

    @Override
    public String empty(String table) {
        return "DELETE FROM " + table;
    }

    /** Inserts row by row: there is no round trip to save, only the commit. */
    @Override
    public void insertMany(Connection connection, String table, List<String> keys, byte[] payload) throws SQLException {
        connection.setAutoCommit(false);
        String sql = "INSERT INTO " + table + " (id, payload) VALUES (?, ?)";
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            for (String key : keys) {
                insert.setString(1, key);
                insert.setBytes(2, payload);
                insert.executeUpdate();
            }
            connection.commit();
        } finally {
            connection.setAutoCommit(true);
        }
    }

    @Override
    public void close() {
        pools.values().forEach(SqlPool::close);
        folder.close();
    }
}
