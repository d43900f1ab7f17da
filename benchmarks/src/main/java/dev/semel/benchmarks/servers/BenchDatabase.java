package dev.semel.benchmarks.servers;

import dev.semel.benchmarks.measure.Meter;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** A private database at full durability, and its dialect. */
public abstract class BenchDatabase implements AutoCloseable {
    /** The names of all databases. */
    public static final List<String> PARTS = List.of("postgresql", "mariadb", "sqlite");

    /** Starts the database of this name. */
    public static BenchDatabase start(String part) throws Exception {
        return switch (part) {
            case "postgresql" -> new PostgresDatabase();
            case "mariadb" -> new MariaDatabase();
            case "sqlite" -> new SqliteDatabase();
            default ->
                throw new IllegalArgumentException("there is no database \"" + part + "\"; expected one of " + PARTS);
        };
    }

    /** Returns its name in the report. */
    public abstract String name();

    /** Returns the version and the settings that affect the figures. */
    public abstract String description() throws SQLException;

    /** Returns the pool for the tables of a contender. */
    public abstract SqlPool pool(String contender);

    /** Reads how many transactions it has committed and how much it has logged. */
    public abstract Meter.Reading read() throws Exception;

    /** Completes background work, such as a checkpoint, that would otherwise fall into a measurement. */
    public abstract void settle() throws Exception;

    /** Returns the type of a column that holds 1 KB. */
    public abstract String binary();

    /** Returns an insert that does nothing if the key exists. */
    public abstract String insertOrIgnore(String table, String columns, String values);

    /** Returns the end of a query that locks its rows. */
    public String lock() {
        return " FOR UPDATE";
    }

    /** Returns a statement that deletes all rows. */
    public String empty(String table) {
        return "TRUNCATE TABLE " + table;
    }

    /** Inserts many rows of a key and a payload with one commit, in the fastest way this database has. */
    public abstract void insertMany(Connection connection, String table, List<String> keys, byte[] payload)
            throws SQLException;

    /** Inserts the rows with one statement. */
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
