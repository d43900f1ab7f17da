package dev.semel.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.servers.MySqlServer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

@Tag("mysql")
@DisplayName("64 threads on 8 hot keys of MySQL")
class MySqlHotKeysTest extends HotKeys {
    @Override
    HikariDataSource openPool() {
        return Pools.of(MySqlServer.shared(), config -> {});
    }
}
