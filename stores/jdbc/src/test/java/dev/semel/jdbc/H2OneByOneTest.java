package dev.semel.jdbc;

import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;

@DisplayName("H2, one by one")
class H2OneByOneTest extends SqlContract {
    private static final DataSource POOL = Pools.h2("h2-0");

    H2OneByOneTest() {
        super(0);
    }

    @Override
    DataSource pool() {
        return POOL;
    }
}
