package dev.semel.jdbc.golden;

import dev.semel.jdbc.Pools;
import dev.semel.servers.MariaDbServer;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;

@DisplayName("what earlier releases have stored on MariaDB")
class MariaDbGoldenTest extends SqlGolden {
    MariaDbGoldenTest() {
        super("mariadb", "X'%s'");
    }

    @Override
    DataSource pool() {
        return Pools.shared(MariaDbServer.shared());
    }
}
