package dev.semel.jdbc.issues;

import dev.semel.jdbc.Pools;
import dev.semel.servers.MariaDbServer;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;

@DisplayName("the caller's own claim on MariaDB")
class MariaDbOwnClaimTest extends OwnClaim {
    @Override
    DataSource pool() {
        return Pools.shared(MariaDbServer.shared());
    }
}
