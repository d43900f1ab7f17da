package dev.semel.jdbc.issues;

import dev.semel.servers.JdbcServer;
import dev.semel.servers.MySqlServer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

@Tag("mysql")
@DisplayName("max_allowed_packet of MySQL")
class MySqlSmallPacketsTest extends SmallPackets {
    @Override
    JdbcServer start(String... arguments) {
        return MySqlServer.start(arguments);
    }

    @Override
    int most(int packet) {
        return packet / 2;
    }
}
