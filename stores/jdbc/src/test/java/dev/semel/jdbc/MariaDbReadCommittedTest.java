package dev.semel.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.servers.MariaDbServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("transactional mode on MariaDB at READ COMMITTED")
class MariaDbReadCommittedTest extends TransactionalContract {
    @Override
    HikariDataSource openPool() {
        return Pools.of(MariaDbServer.shared(), config -> {
            config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
            config.setAutoCommit(false);
        });
    }
}
