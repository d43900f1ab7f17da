package dev.semel.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;

@DisplayName("transactional mode on SQLite in a dedicated file")
class SqliteFileTransactionalTest extends SqliteTransactionalTest {
    private final Path file = Pools.folder().resolve("business.db");

    @Override
    HikariDataSource openPool() {
        return Pools.sqlite(file);
    }

    @Override
    JdbcStore openStore(DataSource database) {
        return JdbcStore.sqlite(file);
    }
}
