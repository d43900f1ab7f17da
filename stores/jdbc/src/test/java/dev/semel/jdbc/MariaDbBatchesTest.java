package dev.semel.jdbc;

import dev.semel.servers.MariaDbServer;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;

@DisplayName("batches on MariaDB")
class MariaDbBatchesTest extends MixedBatches {
    @Override
    DataSource pool() {
        return Pools.of(MariaDbServer.shared());
    }
}
