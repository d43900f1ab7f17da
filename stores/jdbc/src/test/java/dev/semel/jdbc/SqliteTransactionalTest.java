package dev.semel.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.DisplayName;

@DisplayName("transactional mode on SQLite")
class SqliteTransactionalTest extends TransactionalContract {
    @Override
    HikariDataSource openPool() {
        return Pools.sqlite(Pools.folder().resolve("business.db"));
    }

    @Override
    boolean isEmbedded() {
        return true;
    }

    @Override
    boolean hasOneWriter() {
        return true;
    }
}
