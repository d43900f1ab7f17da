package dev.semel.jdbc.counter;

import dev.semel.jdbc.Pools;
import dev.semel.servers.MySqlServer;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

@Tag("mysql")
@DisplayName("counts on MySQL")
class MySqlCountsTest extends CountsContract {
    @Override
    DataSource pool() {
        return Pools.shared(MySqlServer.shared());
    }
}
