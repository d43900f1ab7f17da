package dev.semel.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.servers.MariaDbServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("transactional mode on MariaDB")
class MariaDbTransactionalTest extends TransactionalContract {
    @Override
    HikariDataSource openPool() {
        return Pools.of(MariaDbServer.shared(), config -> {});
    }
}
