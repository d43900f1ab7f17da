package dev.semel.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.servers.PostgresServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("transactional mode on PostgreSQL")
class PostgreSqlTransactionalTest extends TransactionalContract {
    @Override
    HikariDataSource openPool() {
        return Pools.of(PostgresServer.shared(), config -> {});
    }
}
