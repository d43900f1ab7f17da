package dev.semel.jdbc.database;

import dev.semel.StoreException;
import dev.semel.jdbc.connection.Connections;
import dev.semel.jdbc.connection.PoolConnections;
import dev.semel.jdbc.dialect.sqlite.SqliteConnections;
import dev.semel.jdbc.sql.DatabaseProduct;
import dev.semel.jdbc.sql.SqlCall;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** An open database with some of Semel's tables, as counts see it: connections, and how statements are run on them. */
public final class SqlDatabase implements AutoCloseable {
    private final Connections connections;
    private final DatabaseProduct product;
    private final String address;

    private SqlDatabase(Connections connections, Opening opened) {
        this.connections = connections;
        this.product = opened.dialect();
        this.address = opened.address();
    }

    /**
     * Tables that one script creates.
     *
     * @param version of their schema
     * @param script the name of its file in the folder of each database
     * @param defaultName what the script calls the first table; the names of all others begin with it
     * @param columns of each table, by the suffix that its name adds to that of the first table
     */
    public record Tables(int version, String script, String defaultName, Map<String, String> columns) {}

    /**
     * Recognises the database of a pool, creates the tables if requested, and checks them and the server's settings.
     *
     * @param name of the first table, optionally with a schema in front
     * @throws StoreException if the tables are missing or do not fit
     */
    public static SqlDatabase open(DataSource pool, Tables tables, String name, boolean createSchema)
            throws SQLException {
        return open(new PoolConnections(pool).forTable(name), tables, name, createSchema);
    }

    /**
     * Opens a file of SQLite in the same way, and creates missing tables.
     *
     * @param create creates the file if it is missing
     */
    public static SqlDatabase open(Path file, Consumer<Path> create, Tables tables, String name) throws SQLException {
        return open(new SqliteConnections(file, create), tables, name, true);
    }

    private static SqlDatabase open(Connections connections, Tables tables, String name, boolean createSchema)
            throws SQLException {
        try {
            Opening opened = connections.forWriting(connection -> Opening.of(connection, name, tables, createSchema));
            return new SqlDatabase(connections, opened);
        } catch (SQLException | RuntimeException | Error e) {
            connections.close();
            throw e;
        }
    }

    /** Returns how this database runs statements. */
    public DatabaseProduct product() {
        return product;
    }

    /** Returns the address of the database without user and password. */
    public String address() {
        return address;
    }

    /** Runs statements that write, on a connection in auto-commit mode. */
    public <R extends @Nullable Object> R write(SqlCall<R> call) throws SQLException {
        return connections.forWriting(call);
    }

    /** Runs statements that only read. */
    public <R extends @Nullable Object> R read(SqlCall<R> call) throws SQLException {
        return connections.forReading(call);
    }

    /** Closes what was opened here, never the application's pool. */
    @Override
    public void close() {
        connections.close();
    }
}
