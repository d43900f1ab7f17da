package dev.semel.jdbc;

import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;

@DisplayName("transactional mode on MariaDB when most claims are new")
class MariaDbTransactionalNewTest extends MariaDbTransactionalTest {
    @Override
    JdbcStore openStore(DataSource database) {
        JdbcStore store = super.openStore(database);
        store.dialect().replays().pin(0);
        return store;
    }
}
