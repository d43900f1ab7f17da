package dev.semel.jdbc.counter;

import dev.semel.jdbc.Pools;
import dev.semel.servers.MariaDbServer;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;

/** With this sql_mode, the assignments of a statement do not see those before them. */
@DisplayName("counts on MariaDB with SIMULTANEOUS_ASSIGNMENT and without auto-commit")
class MariaDbOtherModeCountsTest extends CountsContract {
    private static DataSource pool;

    @BeforeAll
    static void openPool() {
        pool = Pools.of(MariaDbServer.shared(), config -> {
            config.setConnectionInitSql("SET SESSION sql_mode = CONCAT(@@sql_mode, ',SIMULTANEOUS_ASSIGNMENT')");
            config.setAutoCommit(false);
        });
    }

    @Override
    DataSource pool() {
        return pool;
    }
}
