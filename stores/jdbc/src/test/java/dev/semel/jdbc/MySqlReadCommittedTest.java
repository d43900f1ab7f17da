package dev.semel.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.servers.MySqlServer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

@Tag("mysql")
@DisplayName("transactional mode on MySQL at READ COMMITTED")
class MySqlReadCommittedTest extends TransactionalContract {
    @Override
    HikariDataSource openPool() {
        return Pools.of(MySqlServer.shared(), config -> {
            config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
            config.setAutoCommit(false);
        });
    }
}
