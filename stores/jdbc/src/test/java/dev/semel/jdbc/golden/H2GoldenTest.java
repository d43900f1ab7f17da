package dev.semel.jdbc.golden;

import dev.semel.jdbc.Pools;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;

@DisplayName("what earlier releases have stored on H2")
class H2GoldenTest extends SqlGolden {
    H2GoldenTest() {
        super("h2", "X'%s'");
    }

    @Override
    DataSource pool() {
        return Pools.h2("golden-" + UUID.randomUUID());
    }
}
