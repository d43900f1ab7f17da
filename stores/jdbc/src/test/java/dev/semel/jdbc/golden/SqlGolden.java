package dev.semel.jdbc.golden;

import dev.semel.counter.store.CounterStore;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.counter.JdbcCounterStore;
import dev.semel.store.Store;
import dev.semel.testkit.counter.StoredCountsContract;
import dev.semel.testkit.store.StoredRecordsContract;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;

/** What earlier releases have stored on one database. */
abstract class SqlGolden {
    private final String database;
    private final String bytes;

    /**
     * @param database the name of the golden files
     * @param bytes a literal of this database for bytes, with {@code %s} in the place of their hexadecimal digits
     */
    SqlGolden(String database, String bytes) {
        this.database = database;
        this.bytes = bytes;
    }

    abstract DataSource pool();

    @Nested
    @DisplayName("records")
    class Records extends StoredRecordsContract {
        @Override
        protected String fileName() {
            return database + ".sql";
        }

        @Override
        protected Place<Store> open() {
            DataSource pool = pool();
            return new SqlPlace<>(
                    pool,
                    "semel_record",
                    List.of(""),
                    bytes,
                    table -> JdbcStore.builder(pool)
                            .table(table)
                            .createSchema(true)
                            .build());
        }
    }

    @Nested
    @DisplayName("counts")
    class Counts extends StoredCountsContract {
        @Override
        protected String fileName() {
            return database + "-counts.sql";
        }

        @Override
        protected Place<CounterStore> open() {
            DataSource pool = pool();
            return new SqlPlace<>(
                    pool,
                    "semel_counter",
                    List.of("", "_key"),
                    bytes,
                    table -> JdbcCounterStore.builder(pool)
                            .table(table)
                            .createSchema(true)
                            .build());
        }
    }
}
