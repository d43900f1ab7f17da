package dev.semel.jdbc;

import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;

@DisplayName("batches on SQLite")
class SqliteBatchesTest extends MixedBatches {
    private static final DataSource POOL = Pools.sqlite(Pools.folder().resolve("semel.db"));

    @Override
    DataSource pool() {
        return POOL;
    }
}
