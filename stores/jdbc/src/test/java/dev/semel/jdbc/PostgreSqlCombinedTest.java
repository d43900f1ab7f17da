package dev.semel.jdbc;

import dev.semel.servers.PostgresServer;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;

@DisplayName("PostgreSQL, combined")
class PostgreSqlCombinedTest extends SqlContract {
    PostgreSqlCombinedTest() {
        super(2);
    }

    @Override
    DataSource pool() {
        return Pools.shared(PostgresServer.shared());
    }
}
