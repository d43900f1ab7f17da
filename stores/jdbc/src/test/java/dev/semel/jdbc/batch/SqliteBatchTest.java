package dev.semel.jdbc.batch;

import dev.semel.jdbc.Pools;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;

@DisplayName("batches on SQLite")
class SqliteBatchTest extends BatchContract {
    private static final DataSource POOL = Pools.sqlite(Pools.folder().resolve("batches.db"));

    @Override
    DataSource pool() {
        return POOL;
    }

    @Override
    boolean limitsLengths() {
        return false;
    }
}
