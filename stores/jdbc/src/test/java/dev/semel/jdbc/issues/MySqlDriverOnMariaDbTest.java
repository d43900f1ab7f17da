package dev.semel.jdbc.issues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Codec;
import dev.semel.MismatchException;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.counter.Counter;
import dev.semel.counter.Counters;
import dev.semel.counter.Window;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.Pools;
import dev.semel.jdbc.counter.JdbcCounterStore;
import dev.semel.servers.MariaDbServer;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("MySQL's driver on a MariaDB server could not claim: it accepts no rows from SET STATEMENT")
class MySqlDriverOnMariaDbTest {
    private static HikariDataSource pool;

    private final JdbcStore store = JdbcStore.builder(pool).createSchema(true).build();
    private final Operation<String> operation =
            Semel.on(store).operation("driver", Codec.text()).build();
    private final AtomicInteger runs = new AtomicInteger();
    private final String key = UUID.randomUUID().toString();

    @BeforeAll
    static void openPool() {
        MariaDbServer server = MariaDbServer.shared();
        pool = Pools.of(
                server.jdbcUrl().replaceAll("^jdbc:mariadb:", "jdbc:mysql:").replaceAll("\\?.*", "")
                        + "?useSSL=false&allowPublicKeyRetrieval=true",
                config -> {
                    config.setUsername(server.user());
                    config.setPassword(server.password());
                });
    }

    @AfterAll
    static void closePool() {
        if (pool != null) {
            pool.close();
        }
    }

    private String run() {
        return "run " + runs.incrementAndGet();
    }

    @Test
    @DisplayName("in a transaction: runs, replays, refuses another request")
    void transactional() {
        Operation<String> inTransaction = operation;
        for (int i = 0; i < 3; i++) {
            assertThat(inTransaction.in(store.transactions()).once(key, "r", connection -> run()))
                    .isEqualTo("run 1");
        }
        assertThatExceptionOfType(MismatchException.class)
                .isThrownBy(() -> inTransaction.in(store.transactions()).once(key, "other", connection -> run()));
    }

    @Test
    @DisplayName("under a lease, many concurrently: each runs once")
    void leased() {
        List<CompletableFuture<String>> all = IntStream.range(0, 60)
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> operation.once(key + i % 20, "r", this::run)))
                .toList();
        all.forEach(each -> each.exceptionally(inProgress -> "").join());
        for (int i = 0; i < 20; i++) {
            assertThat(operation.once(key + i, "r", this::run)).startsWith("run ");
        }
        assertThat(runs).hasValue(20);
    }

    @Test
    @DisplayName("counts, by a statement that creates the count and by one that does not")
    void counts() {
        Counters counters =
                Counters.on(JdbcCounterStore.builder(pool).createSchema(true).build());
        Counter made =
                counters.counter("driver.made", Window.day(ZoneOffset.UTC)).build();
        assertThat(made.add(key, 2).count()).isEqualTo(2);
        assertThat(made.add(key, 3).count()).isEqualTo(5);
        Counter registered = counters.counter("driver.registered", Window.day(ZoneOffset.UTC))
                .refuseUnknownSubjects()
                .build();
        registered.register(key);
        assertThat(registered.add(key, 4).count()).isEqualTo(4);
        assertThat(registered.addOnce(key, 4, key).count()).isEqualTo(8);
        assertThat(registered.addOnce(key, 4, key).count()).isEqualTo(8);
    }
}
