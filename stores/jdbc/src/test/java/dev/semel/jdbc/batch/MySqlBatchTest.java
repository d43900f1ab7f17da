package dev.semel.jdbc.batch;

import dev.semel.jdbc.Pools;
import dev.semel.servers.MySqlServer;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

@Tag("mysql")
@DisplayName("batches on MySQL")
class MySqlBatchTest extends BatchContract {
    @Override
    DataSource pool() {
        return Pools.shared(MySqlServer.shared());
    }
}
