package dev.semel.jdbc;

import dev.semel.servers.PostgresServer;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;

@DisplayName("PostgreSQL when most claims are replays")
class PostgreSqlMostlyReplaysTest extends SqlContract {
    PostgreSqlMostlyReplaysTest() {
        super(2, 100);
    }

    @Override
    DataSource pool() {
        return Pools.shared(PostgresServer.shared());
    }
}
