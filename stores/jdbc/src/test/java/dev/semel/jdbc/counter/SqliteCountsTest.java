package dev.semel.jdbc.counter;

import dev.semel.jdbc.Pools;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;

@DisplayName("counts on SQLite in a pool")
class SqliteCountsTest extends CountsContract {
    private static final DataSource POOL = Pools.sqlite(Pools.folder().resolve("counts.db"));

    @Override
    DataSource pool() {
        return POOL;
    }
}
