package dev.semel.jdbc.golden;

import dev.semel.jdbc.Pools;
import dev.semel.servers.PostgresServer;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;

@DisplayName("what earlier releases have stored on PostgreSQL")
class PostgreSqlGoldenTest extends SqlGolden {
    PostgreSqlGoldenTest() {
        super("postgresql", "'\\x%s'");
    }

    @Override
    DataSource pool() {
        return Pools.shared(PostgresServer.shared());
    }
}
