package dev.semel.jdbc;

import dev.semel.servers.JdbcServer;
import dev.semel.servers.MariaDbServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("lost connections to MariaDB")
class MariaDbLostConnectionsTest extends LostConnections {
    @Override
    JdbcServer startServer() {
        return MariaDbServer.start();
    }
}
