package dev.semel.jdbc.counter;

import dev.semel.jdbc.Pools;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;

@DisplayName("counts on H2")
class H2CountsTest extends CountsContract {
    private static final DataSource POOL = Pools.h2("counts");

    @Override
    DataSource pool() {
        return POOL;
    }
}
