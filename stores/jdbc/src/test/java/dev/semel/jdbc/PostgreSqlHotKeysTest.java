package dev.semel.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.servers.PostgresServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("64 threads on 8 hot keys of PostgreSQL")
class PostgreSqlHotKeysTest extends HotKeys {
    @Override
    HikariDataSource openPool() {
        return Pools.of(PostgresServer.shared(), config -> {});
    }
}
