package dev.semel.benchmarks;

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

/** SQLite with a write-ahead log that is synced at each commit. Each contender has a file, so that none waits for another's checkpoint. */
final class SqliteDatabase extends Database {
    /** The counter of transactions in the header of the index of the write-ahead log. */
    private static final int CHANGES_AT = 8;

    private static final Path PROCESS_IO = Path.of("/proc/self/io");

    private final TempFolder folder = TempFolder.create("sqlite");
    private final Map<String, Site> sites = new ConcurrentHashMap<>();

    @Override
    String name() {
        return "SQLite";
    }

    @Override
    String description() throws SQLException {
        try (Connection connection = site("version").pool().getConnection()) {
            return "SQLite " + connection.getMetaData().getDatabaseProductVersion()
                    + ", write-ahead log, synchronous FULL, a file for each contender";
        }
    }

    @Override
    Site site(String contender) {
        return sites.computeIfAbsent(contender, name -> {
            Path file = folder.resolve(name.replaceAll("[^a-z]", "-") + ".db");
            String settings = "?journal_mode=WAL&synchronous=FULL&busy_timeout=120000&transaction_mode=IMMEDIATE";
            return new Site("jdbc:sqlite:" + file + settings, "", file);
        });
    }

    /** SQLite writes in this process, so that what the process wrote is what SQLite wrote, checkpoints included. */
    @Override
    Meter.Reading read() throws IOException {
        long commits = 0;
        try (var files = Files.newDirectoryStream(folder.path(), "*.db-shm")) {
            for (Path each : files) {
                commits += commits(each);
            }
        }
        return Meter.Reading.of(Figure.COMMITS, (double) commits, Figure.LOG_BYTES, (double) bytesWritten());
    }

    /** How many transactions have been committed to a file whose write-ahead log has this index. */
    static long commits(Path index) throws IOException {
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
    void calmDown() throws SQLException {
        for (Site each : sites.values()) {
            each.execute("PRAGMA wal_checkpoint(TRUNCATE)");
        }
    }

    @Override
    String binary() {
        return "blob";
    }

    @Override
    String insertOrIgnore(String table, String columns, String values) {
        return "INSERT INTO " + table + " (" + columns + ") VALUES (" + values + ") ON CONFLICT DO NOTHING";
    }

    /** A transaction begins by taking the only lock there is. */
    @Override
    String lock() {
        return "";
    }

    @Override
    String empty(String table) {
        return "DELETE FROM " + table;
    }

    /** There is no round trip to save, only the commit. */
    @Override
    void insertMany(Connection connection, String table, List<String> keys, byte[] payload) throws SQLException {
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
        sites.values().forEach(Site::close);
        folder.close();
    }
}
