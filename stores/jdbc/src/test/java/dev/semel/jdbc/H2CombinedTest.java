package dev.semel.jdbc;

import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;

@DisplayName("H2, combined")
class H2CombinedTest extends SqlContract {
    private static final DataSource POOL = Pools.h2("h2-1");

    H2CombinedTest() {
        super(1);
    }

    @Override
    DataSource pool() {
        return POOL;
    }
}
