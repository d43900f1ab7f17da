package dev.semel.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.DisplayName;

@DisplayName("transactional mode on H2")
class H2TransactionalTest extends TransactionalContract {
    @Override
    HikariDataSource openPool() {
        return Pools.h2("transactional");
    }

    @Override
    boolean isEmbedded() {
        return true;
    }
}
