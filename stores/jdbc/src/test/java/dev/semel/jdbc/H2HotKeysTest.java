package dev.semel.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.DisplayName;

@DisplayName("64 threads on 8 hot keys of H2")
class H2HotKeysTest extends HotKeys {
    @Override
    HikariDataSource openPool() {
        return Pools.h2("hot");
    }
}
