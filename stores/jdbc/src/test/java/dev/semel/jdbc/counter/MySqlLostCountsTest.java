package dev.semel.jdbc.counter;

import dev.semel.servers.JdbcServer;
import dev.semel.servers.MySqlServer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

@Tag("mysql")
@DisplayName("counts over lost connections to MySQL")
class MySqlLostCountsTest extends LostCounts {
    @Override
    JdbcServer startServer() {
        return MySqlServer.start();
    }
}
