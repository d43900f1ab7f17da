package dev.semel.jdbc;

import dev.semel.servers.PostgresServer;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;

@DisplayName("PostgreSQL, one by one")
class PostgreSqlOneByOneTest extends SqlContract {
    PostgreSqlOneByOneTest() {
        super(0);
    }

    @Override
    DataSource pool() {
        return Pools.shared(PostgresServer.shared());
    }
}
