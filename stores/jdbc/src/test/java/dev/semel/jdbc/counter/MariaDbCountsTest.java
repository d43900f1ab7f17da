package dev.semel.jdbc.counter;

import dev.semel.jdbc.Pools;
import dev.semel.servers.MariaDbServer;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;

@DisplayName("counts on MariaDB")
class MariaDbCountsTest extends CountsContract {
    @Override
    DataSource pool() {
        return Pools.shared(MariaDbServer.shared());
    }
}
