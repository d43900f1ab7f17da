package dev.semel.jdbc.issues;

import dev.semel.jdbc.Pools;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;

@DisplayName("the caller's own claim on H2")
class H2OwnClaimTest extends OwnClaim {
    @Override
    DataSource pool() {
        return Pools.h2("own-claim");
    }
}
