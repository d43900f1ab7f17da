package dev.semel.jdbc.batch;

import dev.semel.jdbc.Pools;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;

@DisplayName("batches on H2")
class H2BatchTest extends BatchContract {
    private static final DataSource POOL = Pools.h2("batches");

    @Override
    DataSource pool() {
        return POOL;
    }
}
