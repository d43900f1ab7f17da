package dev.semel.benchmarks;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.semel.jdbc.JdbcStore;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Where contenders keep their rows: a pool of ten connections, and the file behind it if it is one. */
final class Site implements AutoCloseable {
    private static final int CONNECTIONS = 10;

    private final HikariDataSource pool;
    private final @Nullable Path file;

    Site(String url, String user, @Nullable Path file) {
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

    DataSource pool() {
        return pool;
    }

    /** Semel's store as a user of this database would open it. */
    JdbcStore combined(String table) {
        return file == null
                ? JdbcStore.builder(pool).table(table).createSchema(true).build()
                : JdbcStore.sqlite(file);
    }

    /** The same with a transaction for each claim and each settlement. */
    JdbcStore uncombined(String table) {
        return JdbcStore.builder(pool)
                .table(file == null ? table : "semel_record")
                .createSchema(true)
                .combining(0)
                .build();
    }

    /** How Semel's table is called here: in a file of its own it has no other name. */
    String recordTable(String wanted) {
        return file == null ? wanted : "semel_record";
    }

    void execute(String... statements) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }

    @Override
    public void close() {
        pool.close();
    }
}
