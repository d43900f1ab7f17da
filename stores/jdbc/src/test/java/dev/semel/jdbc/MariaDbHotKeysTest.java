package dev.semel.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.servers.MariaDbServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("64 threads on 8 hot keys of MariaDB")
class MariaDbHotKeysTest extends HotKeys {
    @Override
    HikariDataSource openPool() {
        return Pools.of(MariaDbServer.shared(), config -> {});
    }
}
