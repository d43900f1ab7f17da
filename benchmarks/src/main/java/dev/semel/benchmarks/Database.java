package dev.semel.benchmarks;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** A private database at full durability, and what is said differently there. */
abstract class Database implements AutoCloseable {
    static final List<String> PARTS = List.of("postgresql", "mariadb", "sqlite");

    static Database start(String part) throws Exception {
        return switch (part) {
            case "postgresql" -> new PostgresDatabase();
            case "mariadb" -> new MariaDatabase();
            case "sqlite" -> new SqliteDatabase();
            default -> throw new IllegalArgumentException("there is no database " + part + "; there are " + PARTS);
        };
    }

    /** How people call it. */
    abstract String name();

    /** Version and settings that the figures depend on. */
    abstract String description() throws SQLException;

    /** A place for rows of this contender. */
    abstract Site site(String contender);

    /** What it has done so far. */
    abstract Meter.Reading read() throws Exception;

    /** Gets over with what would otherwise be done in the middle of a measurement. */
    abstract void calmDown() throws Exception;

    /** The type of a column that holds a kilobyte. */
    abstract String binary();

    /** An insert that does nothing if the key is there. */
    abstract String insertOrIgnore(String table, String columns, String values);

    /** What stands at the end of a query that locks. */
    String lock() {
        return " FOR UPDATE";
    }

    String empty(String table) {
        return "TRUNCATE TABLE " + table;
    }

    /** Inserts many rows of a key and a payload at once, with one commit: the fastest way that it has. */
    abstract void insertMany(Connection connection, String table, List<String> keys, byte[] payload)
            throws SQLException;

    /** Inserts them as one statement of as many rows. */
    static void insertValues(Connection connection, String table, List<String> keys, byte[] payload)
            throws SQLException {
        String sql = "INSERT INTO " + table + " (id, payload) VALUES (?, ?)" + ", (?, ?)".repeat(keys.size() - 1);
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            int index = 0;
            for (String key : keys) {
                insert.setString(++index, key);
                insert.setBytes(++index, payload);
            }
            insert.executeUpdate();
        }
    }

    @Override
    public abstract void close();
}
