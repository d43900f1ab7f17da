package dev.semel.benchmarks.servers;

import dev.semel.servers.JdbcServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A database on a private server, with one pool for the tables of all contenders. */
abstract class ServerDatabase extends BenchDatabase {
    private final JdbcServer server;
    private final SqlPool pool;
    private final Connection observer;

    ServerDatabase(JdbcServer server) throws SQLException {
        this.server = server;
        this.pool = new SqlPool(server.jdbcUrl(), server.user(), null);
        this.observer = DriverManager.getConnection(server.jdbcUrl(), server.user(), server.password());
    }

    /** Returns a connection that no contender uses. */
    final Connection observer() {
        return observer;
    }

    /** Returns the first value of a query. */
    final String text(String query) throws SQLException {
        try (Statement statement = observer.createStatement();
                ResultSet found = statement.executeQuery(query)) {
            found.next();
            return found.getString(1);
        }
    }

    @Override
    public final SqlPool pool(String contender) {
        return pool;
    }

    @Override
    public final void close() {
        pool.close();
        server.close();
    }
}
