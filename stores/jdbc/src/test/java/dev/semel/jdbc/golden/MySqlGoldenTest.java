package dev.semel.jdbc.golden;

import dev.semel.jdbc.Pools;
import dev.semel.servers.MySqlServer;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

@Tag("mysql")
@DisplayName("what earlier releases have stored on MySQL")
class MySqlGoldenTest extends SqlGolden {
    MySqlGoldenTest() {
        super("mysql", "X'%s'");
    }

    @Override
    DataSource pool() {
        return Pools.shared(MySqlServer.shared());
    }
}
