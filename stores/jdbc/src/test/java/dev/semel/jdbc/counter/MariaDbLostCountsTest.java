package dev.semel.jdbc.counter;

import dev.semel.servers.JdbcServer;
import dev.semel.servers.MariaDbServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("counts over lost connections to MariaDB")
class MariaDbLostCountsTest extends LostCounts {
    @Override
    JdbcServer startServer() {
        return MariaDbServer.start();
    }
}
