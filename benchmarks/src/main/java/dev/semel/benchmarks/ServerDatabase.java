package dev.semel.benchmarks;

import dev.semel.servers.JdbcServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A database of a private server, with one place for the rows of all contenders. */
abstract class ServerDatabase extends Database {
    private final JdbcServer server;
    private final Site site;
    private final Connection observer;

    ServerDatabase(JdbcServer server) throws SQLException {
        this.server = server;
        this.site = new Site(server.jdbcUrl(), server.user(), null);
        this.observer = DriverManager.getConnection(server.jdbcUrl(), server.user(), server.password());
    }

    /** Beside the contenders' connections. */
    final Connection observer() {
        return observer;
    }

    /** What a query finds first. */
    final String text(String query) throws SQLException {
        try (Statement statement = observer.createStatement();
                ResultSet found = statement.executeQuery(query)) {
            found.next();
            return found.getString(1);
        }
    }

    @Override
    final Site site(String contender) {
        return site;
    }

    @Override
    public final void close() {
        site.close();
        server.close();
    }
}
