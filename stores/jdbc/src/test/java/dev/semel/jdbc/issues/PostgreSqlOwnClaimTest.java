package dev.semel.jdbc.issues;

import dev.semel.jdbc.Pools;
import dev.semel.servers.PostgresServer;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;

@DisplayName("the caller's own claim on PostgreSQL")
class PostgreSqlOwnClaimTest extends OwnClaim {
    @Override
    DataSource pool() {
        return Pools.shared(PostgresServer.shared());
    }
}
