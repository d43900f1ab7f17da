package dev.semel.jdbc.counter;

import dev.semel.jdbc.Pools;
import dev.semel.servers.PostgresServer;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;

@DisplayName("counts on PostgreSQL")
class PostgreSqlCountsTest extends CountsContract {
    @Override
    DataSource pool() {
        return Pools.shared(PostgresServer.shared());
    }
}
