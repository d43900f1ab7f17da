package dev.semel.jdbc;

import dev.semel.servers.JdbcServer;
import dev.semel.servers.PostgresServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("lost connections to PostgreSQL")
class PostgreSqlLostConnectionsTest extends LostConnections {
    @Override
    JdbcServer startServer() {
        return PostgresServer.start();
    }

    @Override
    String parameters() {
        return "?prepareThreshold=0";
    }
}
