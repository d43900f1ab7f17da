package dev.semel.jdbc;

import dev.semel.servers.PostgresServer;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;

@DisplayName("batches on PostgreSQL")
class PostgreSqlBatchesTest extends MixedBatches {
    @Override
    DataSource pool() {
        return Pools.of(PostgresServer.shared());
    }
}
