package dev.semel.jdbc.counter;

import dev.semel.counter.store.CounterStore;
import dev.semel.testkit.counter.CounterStoreContract;
import javax.sql.DataSource;

/** The contract for counters on one database. */
abstract class CountsContract extends CounterStoreContract {
    abstract DataSource pool();

    @Override
    protected CounterStore openStore() {
        return JdbcCounterStore.builder(pool()).createSchema(true).build();
    }
}
