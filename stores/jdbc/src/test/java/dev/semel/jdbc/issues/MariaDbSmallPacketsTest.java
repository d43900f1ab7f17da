package dev.semel.jdbc.issues;

import dev.semel.servers.JdbcServer;
import dev.semel.servers.MariaDbServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("max_allowed_packet of MariaDB")
class MariaDbSmallPacketsTest extends SmallPackets {
    @Override
    JdbcServer start(String... arguments) {
        return MariaDbServer.start(arguments);
    }

    @Override
    int most(int packet) {
        return packet;
    }
}
