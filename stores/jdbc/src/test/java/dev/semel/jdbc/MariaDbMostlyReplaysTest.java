package dev.semel.jdbc;

import dev.semel.servers.MariaDbServer;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;

@DisplayName("MariaDB when most claims are replays")
class MariaDbMostlyReplaysTest extends SqlContract {
    MariaDbMostlyReplaysTest() {
        super(1, 100);
    }

    @Override
    DataSource pool() {
        return Pools.shared(MariaDbServer.shared());
    }
}
