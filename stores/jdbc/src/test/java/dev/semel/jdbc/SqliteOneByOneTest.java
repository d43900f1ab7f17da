package dev.semel.jdbc;

import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;

@DisplayName("SQLite in a pool, one by one")
class SqliteOneByOneTest extends SqlContract {
    private static final DataSource POOL = Pools.sqlite(Pools.folder().resolve("semel.db"));

    SqliteOneByOneTest() {
        super(0);
    }

    @Override
    DataSource pool() {
        return POOL;
    }
}
