package dev.semel.jdbc;

import dev.semel.store.Store;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;

@DisplayName("SQLite in a dedicated file when most claims are new")
class SqliteMostlyNewTest extends SqlContract {
    private static final Path FILE = Pools.folder().resolve("semel.db");
    private static final DataSource POOL = Pools.sqlite(FILE);

    SqliteMostlyNewTest() {
        super(1);
    }

    @Override
    DataSource pool() {
        return POOL;
    }

    @Override
    protected Store openStore() {
        JdbcStore store = JdbcStore.sqlite(FILE);
        store.dialect().replays().pin(0);
        return store;
    }
}
