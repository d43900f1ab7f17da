package dev.semel.jdbc.counter;

import dev.semel.counter.store.CounterStore;
import dev.semel.jdbc.Pools;
import dev.semel.testkit.counter.CounterStoreContract;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;

@DisplayName("counts on SQLite in a dedicated file")
class SqliteFileCountsTest extends CounterStoreContract {
    private static final Path FILE = Pools.folder().resolve("counts.db");

    @Override
    protected CounterStore openStore() {
        return JdbcCounterStore.sqlite(FILE);
    }
}
