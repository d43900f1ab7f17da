package dev.semel.jdbc;

import dev.semel.servers.PostgresServer;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;

@DisplayName("PostgreSQL when most claims are new")
class PostgreSqlMostlyNewTest extends SqlContract {
    PostgreSqlMostlyNewTest() {
        super(2, 0);
    }

    @Override
    DataSource pool() {
        return Pools.shared(PostgresServer.shared());
    }
}
