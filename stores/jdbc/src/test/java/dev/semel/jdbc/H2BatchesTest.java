package dev.semel.jdbc;

import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;

@DisplayName("batches on H2")
class H2BatchesTest extends MixedBatches {
    private static final DataSource POOL = Pools.h2("batches");

    @Override
    DataSource pool() {
        return POOL;
    }
}
