package dev.semel.jdbc;

import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;

@DisplayName("SQLite in a pool, combined")
class SqliteCombinedTest extends SqlContract {
    private static final DataSource POOL = Pools.sqlite(Pools.folder().resolve("semel.db"));

    SqliteCombinedTest() {
        super(1);
    }

    @Override
    DataSource pool() {
        return POOL;
    }
}
