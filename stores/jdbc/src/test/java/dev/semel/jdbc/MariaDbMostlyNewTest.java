package dev.semel.jdbc;

import dev.semel.servers.MariaDbServer;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;

@DisplayName("MariaDB when most claims are new")
class MariaDbMostlyNewTest extends SqlContract {
    MariaDbMostlyNewTest() {
        super(1, 0);
    }

    @Override
    DataSource pool() {
        return Pools.shared(MariaDbServer.shared());
    }
}
