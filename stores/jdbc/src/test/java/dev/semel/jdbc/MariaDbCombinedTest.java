package dev.semel.jdbc;

import dev.semel.servers.MariaDbServer;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;

@DisplayName("MariaDB, combined")
class MariaDbCombinedTest extends SqlContract {
    MariaDbCombinedTest() {
        super(1);
    }

    @Override
    DataSource pool() {
        return Pools.shared(MariaDbServer.shared());
    }
}
