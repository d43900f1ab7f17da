package dev.semel.jdbc.issues;

import dev.semel.jdbc.Pools;
import dev.semel.servers.MySqlServer;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

@Tag("mysql")
@DisplayName("the caller's own claim on MySQL")
class MySqlOwnClaimTest extends OwnClaim {
    @Override
    DataSource pool() {
        return Pools.shared(MySqlServer.shared());
    }
}
