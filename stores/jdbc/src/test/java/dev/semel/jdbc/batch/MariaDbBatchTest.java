package dev.semel.jdbc.batch;

import dev.semel.jdbc.Pools;
import dev.semel.servers.MariaDbServer;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;

@DisplayName("batches on MariaDB")
class MariaDbBatchTest extends BatchContract {
    @Override
    DataSource pool() {
        return Pools.shared(MariaDbServer.shared());
    }
}
