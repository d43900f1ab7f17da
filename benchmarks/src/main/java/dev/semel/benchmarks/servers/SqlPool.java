package dev.semel.benchmarks.servers;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.semel.jdbc.JdbcStore;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A pool of ten connections to the tables of contenders, and the file that holds them if the database is SQLite. */
public final class SqlPool implements AutoCloseable {
    private static final int CONNECTIONS = 10;

    private final HikariDataSource pool;
    private final @Nullable Path file;

    SqlPool(String url, String user, @Nullable Path file) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setUsername(user);
        config.setPassword("");
        config.setMaximumPoolSize(CONNECTIONS);
        // 256 threads on ten connections may queue for long on a busy machine.
        config.setConnectionTimeout(120_000);
        this.pool = new HikariDataSource(config);
        this.file = file;
    }

    /** Returns the pool. */
    public DataSource pool() {
        return pool;
    }

    /** Opens Semel's store as an application opens it. */
    public JdbcStore combined(String table) {
        return file == null
                ? JdbcStore.builder(pool).table(table).createSchema(true).build()
                : JdbcStore.sqlite(file);
    }

    /** Opens Semel's store with a separate transaction for each claim and each settlement. */
    public JdbcStore uncombined(String table) {
        return JdbcStore.builder(pool)
                .table(file == null ? table : "semel_record")
                .createSchema(true)
                .combining(0)
                .build();
    }

    /** Returns the name of Semel's table, which is always the same in a file of SQLite. */
    public String recordTable(String wanted) {
        return file == null ? wanted : "semel_record";
    }

    /** Executes statements, each in its own transaction. */
    public void execute(String... statements) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }

    /** Returns the number that a query finds. */
    public long number(String query) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(query)) {
            found.next();
            return found.getLong(1);
        }
    }

    /** Executes an update in its own transaction. */
    public int update(String sql, Object... values) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            return update(connection, sql, values);
        }
    }

    /** Executes an update in the transaction of a connection. */
    public static int update(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            set(statement, values);
            return statement.executeUpdate();
        }
    }

    /** Sets all parameters of a statement. */
    public static void set(PreparedStatement statement, Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
    }

    /** Runs an action in one transaction on a connection of the pool. */
    public void inTransaction(Transaction action) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            action.run(connection);
            connection.commit();
            connection.setAutoCommit(true);
        }
    }

    /** The statements of a transaction. */
    @FunctionalInterface
    public interface Transaction {
        /** Executes the statements. */
        void run(Connection connection) throws SQLException;
    }

    @Override
    public void close() {
        pool.close();
    }
}
