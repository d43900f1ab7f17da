package dev.semel.jdbc.batch;

import dev.semel.jdbc.Pools;
import dev.semel.servers.PostgresServer;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;

@DisplayName("batches on PostgreSQL")
class PostgreSqlBatchTest extends BatchContract {
    @Override
    DataSource pool() {
        return Pools.shared(PostgresServer.shared());
    }
}
