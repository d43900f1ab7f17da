package dev.semel.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.DisplayName;

@DisplayName("64 threads on 8 hot keys of SQLite")
class SqliteHotKeysTest extends HotKeys {
    @Override
    HikariDataSource openPool() {
        return Pools.sqlite(Pools.folder().resolve("hot.db"));
    }
}
