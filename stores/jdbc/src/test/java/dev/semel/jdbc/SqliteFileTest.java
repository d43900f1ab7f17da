package dev.semel.jdbc;

import dev.semel.store.Store;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;

@DisplayName("SQLite in a dedicated file")
class SqliteFileTest extends SqlContract {
    private static final Path FILE = Pools.folder().resolve("semel.db");
    private static final DataSource POOL = Pools.sqlite(FILE);

    SqliteFileTest() {
        super(1);
    }

    @Override
    DataSource pool() {
        return POOL;
    }

    @Override
    protected Store openStore() {
        return JdbcStore.sqlite(FILE);
    }
}
