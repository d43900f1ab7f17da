package dev.semel.jdbc.counter;

import dev.semel.jdbc.Pools;
import dev.semel.servers.PostgresServer;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;

@DisplayName("counts on PostgreSQL through a pool at REPEATABLE READ without auto-commit")
class PostgreSqlRepeatableCountsTest extends CountsContract {
    private static DataSource pool;

    @BeforeAll
    static void openPool() {
        pool = Pools.of(PostgresServer.shared(), config -> {
            config.setTransactionIsolation("TRANSACTION_REPEATABLE_READ");
            config.setAutoCommit(false);
        });
    }

    @Override
    DataSource pool() {
        return pool;
    }
}
