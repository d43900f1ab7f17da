package dev.semel.jdbc;

import dev.semel.servers.MariaDbServer;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;

@DisplayName("MariaDB, one by one")
class MariaDbOneByOneTest extends SqlContract {
    MariaDbOneByOneTest() {
        super(0);
    }

    @Override
    DataSource pool() {
        return Pools.shared(MariaDbServer.shared());
    }
}
