package dev.semel.jdbc.issues;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.StoreException;
import dev.semel.counter.Counter;
import dev.semel.counter.Counters;
import dev.semel.counter.Window;
import dev.semel.counter.store.CounterStore;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.Pools;
import dev.semel.jdbc.counter.JdbcCounterStore;
import dev.semel.servers.PostgresServer;
import dev.semel.servers.resource.ShortOfStack;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("a caller that ran out of stack kept its lane, its lock or its connection, and blocked all other calls")
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ShortOfStackTest {

    private static final int RUNS = 300;

    @Test
    @DisplayName("F7 records in a SQLite file")
    void sqlite() throws InterruptedException {
        try (JdbcStore store = JdbcStore.sqlite(Pools.folder().resolve("stack.db"))) {
            callBesideOneShortOfStack(store);
        }
    }

    @Test
    @DisplayName("F7 records in PostgreSQL")
    void postgresql() throws InterruptedException {
        try (HikariDataSource pool = Pools.of(PostgresServer.shared(), config -> config.setMaximumPoolSize(3));
                JdbcStore store = JdbcStore.builder(pool)
                        .table("semel_stack")
                        .createSchema(true)
                        .build()) {
            callBesideOneShortOfStack(store);
        }
    }

    @Test
    @DisplayName("F7 transactions on a SQLite file")
    void transactions() throws InterruptedException {
        try (JdbcStore store = JdbcStore.sqlite(Pools.folder().resolve("transactions.db"))) {
            Operation<String> operation =
                    Semel.on(store).operation("stack", Codec.text()).build();
            operation.in(store.transactions()).once("first", "r", connection -> "receipt");
            AtomicInteger number = new AtomicInteger();
            ShortOfStack.run(
                    RUNS,
                    4,
                    () -> operation
                            .in(store.transactions())
                            .once("short-" + number.incrementAndGet(), "r", same -> "receipt"));
            assertThat(operation.in(store.transactions()).once("last", "r", connection -> "receipt"))
                    .isEqualTo("receipt");
        }
    }

    @Test
    @DisplayName("F7 counts in a SQLite file")
    void countsInAFile() throws InterruptedException {
        Path file = Pools.folder().resolve("counts.db");
        try (JdbcCounterStore store = JdbcCounterStore.sqlite(file)) {
            countBesideOneShortOfStack(store);
        }
    }

    @Test
    @DisplayName("F7 counts in PostgreSQL")
    void countsInPostgresql() throws InterruptedException {
        try (HikariDataSource pool = Pools.of(PostgresServer.shared(), config -> config.setMaximumPoolSize(3));
                JdbcCounterStore store = JdbcCounterStore.builder(pool)
                        .table("semel_stack_count")
                        .createSchema(true)
                        .build()) {
            countBesideOneShortOfStack(store);
        }
    }

    private static void callBesideOneShortOfStack(JdbcStore store) throws InterruptedException {
        Operation<String> operation =
                Semel.on(store).operation("stack", Codec.text()).build();
        operation.once("first", "r", () -> "receipt");
        AtomicInteger number = new AtomicInteger();
        Runnable others = () -> {
            String key = "beside-" + number.incrementAndGet();
            AtomicInteger effects = new AtomicInteger();
            for (int i = 0; i < 2; i++) {
                operation.once(key, "r", () -> String.valueOf(effects.incrementAndGet()));
            }
            assertThat(effects).hasValue(1);
        };
        ShortOfStack.runBeside(
                6, others, RUNS, () -> operation.once("short-" + number.incrementAndGet(), "r", () -> "receipt"));
    }

    private static void countBesideOneShortOfStack(CounterStore store) throws InterruptedException {
        Counter counter = Counters.on(store)
                .counter("stack", Window.month(ZoneOffset.UTC))
                .build();
        AtomicInteger counted = new AtomicInteger();
        AtomicInteger unknown = new AtomicInteger();
        Runnable others = () -> {
            try {
                counter.add("shared");
                counted.incrementAndGet();
            } catch (StoreException e) {
                unknown.incrementAndGet(); // its batch also had a call that was short of stack
            }
        };
        others.run();
        int returned = ShortOfStack.runBeside(6, others, RUNS, () -> counter.add("shared"));
        counter.add("shared");
        assertThat(counter.current("shared").count())
                .isBetween(counted.get() + returned + 1L, counted.get() + unknown.get() + RUNS + 1L);
        assertThat(unknown.get()).isLessThanOrEqualTo(6 * RUNS);
    }
}
