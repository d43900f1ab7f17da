package dev.semel.jdbc.issues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.RecordState;
import dev.semel.Semel;
import dev.semel.SemelException;
import dev.semel.StoreException;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.Pools;
import dev.semel.jdbc.Purger;
import dev.semel.jdbc.RoutedStore;
import dev.semel.jdbc.Sources;
import dev.semel.policy.Policies;
import dev.semel.servers.PostgresServer;
import dev.semel.store.BrowsableStore;
import dev.semel.store.RecordId;
import dev.semel.store.Store;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a database for each tenant")
class RoutedByThreadTest {
    private static final ThreadLocal<String> TENANT = new ThreadLocal<>();
    private static final Map<String, HikariDataSource> POOLS = new ConcurrentHashMap<>();

    @BeforeAll
    static void open() throws SQLException {
        PostgresServer server = PostgresServer.shared();
        try (Connection connection = Pools.shared(server).getConnection();
                Statement statement = connection.createStatement()) {
            for (String tenant : List.of("ada", "bob")) {
                statement.execute("CREATE DATABASE tenant_" + tenant);
                String url = server.jdbcUrl().replaceAll("/[^/]*$", "/tenant_" + tenant);
                HikariDataSource pool = Pools.of(server, config -> config.setJdbcUrl(url));
                POOLS.put(tenant, pool);
                JdbcStore.builder(pool).createSchema(true).build().close();
            }
        }
    }

    @AfterAll
    static void close() {
        POOLS.values().forEach(HikariDataSource::close);
    }

    private static Connection connectionOfThisThread() throws SQLException {
        return POOLS.get(TENANT.get()).getConnection();
    }

    private static RoutedStore<String> routed() {
        return RoutedStore.by(
                id -> id.scope().substring(0, id.scope().indexOf('/')), tenant -> JdbcStore.on(POOLS.get(tenant)));
    }

    /** Makes each call twice, by threads that serve both tenants in turn, and counts the runs of each. */
    private static Map<String, AtomicInteger> callTwice(Store store, String name, Queue<SemelException> failures)
            throws Exception {
        Operation<String> operation = Semel.builder(store)
                .storeTimeout(Duration.ofMillis(1))
                .build()
                .operation(name, Codec.text())
                .lease(Duration.ofSeconds(5))
                .whileRunning(Policies.waitUpTo(Duration.ofSeconds(30)))
                .build();
        Map<String, AtomicInteger> runs = new ConcurrentHashMap<>();
        ExecutorService threads = Executors.newFixedThreadPool(16);
        List<Future<?>> calls = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            String tenant = i % 2 == 0 ? "ada" : "bob";
            String key = "k" + i % 500;
            calls.add(threads.submit(() -> {
                TENANT.set(tenant);
                try {
                    operation.inScope(tenant + "/user").once(key, "r", () -> {
                        runs.computeIfAbsent(tenant + key, unknown -> new AtomicInteger())
                                .incrementAndGet();
                        return "receipt";
                    });
                } catch (SemelException e) {
                    failures.add(e);
                }
                return null;
            }));
        }
        for (Future<?> call : calls) {
            call.get(1, TimeUnit.MINUTES);
        }
        threads.shutdown();
        return runs;
    }

    @Test
    @DisplayName("is refused if the thread chooses its connections; records were in the wrong one, and keys ran twice")
    void byThread() throws Exception {
        DataSource byThread = Sources.of(RoutedByThreadTest::connectionOfThisThread);
        TENANT.set("ada");
        try (JdbcStore store = JdbcStore.on(byThread)) {
            Queue<SemelException> failures = new ConcurrentLinkedQueue<>();
            Map<String, AtomicInteger> runs = callTwice(store, "by.thread", failures);
            assertThat(runs.values()).allSatisfy(count -> assertThat(count).hasValueLessThan(2));
            assertThat(failures)
                    .isNotEmpty()
                    .allSatisfy(failure -> assertThat(failure)
                            .hasStackTraceContaining("several databases")
                            .hasStackTraceContaining("RoutedStore"));
        } finally {
            TENANT.remove();
        }
    }

    @Test
    @DisplayName(
            "F8 is chosen by the record's scope, on any thread, for claims, replays, transactions, browsing and the purge")
    void byScope() throws Exception {
        try (RoutedStore<String> store = routed()) {
            Queue<SemelException> failures = new ConcurrentLinkedQueue<>();
            Map<String, AtomicInteger> runs = callTwice(store, "by.scope", failures);
            assertThat(failures).isEmpty();
            assertThat(runs).hasSize(500);
            assertThat(runs.values()).allSatisfy(count -> assertThat(count).hasValue(1));
            for (String tenant : POOLS.keySet()) {
                BrowsableStore.Query all = BrowsableStore.Query.first(1000).withOperation("by.scope");
                assertThat(store.store(tenant).browse(all)).hasSize(250);
                assertThat(store.store(tenant).browse(all.withScope(tenant + "/user")))
                        .hasSize(250);
            }
            assertThat(store.browse(BrowsableStore.Query.first(400).withOperation("by.scope")))
                    .hasSize(400);
            assertThat(store.countByState().get(RecordState.COMPLETED)).isGreaterThanOrEqualTo(500);
            assertThat(store.purge(10)).isZero();
            Operation<String> operation = Semel.on(store)
                    .operation("routed.in.transaction", Codec.text())
                    .build();
            assertThat(operation
                            .inScope("bob/user")
                            .in(store.store("bob").transactions())
                            .once("t", "r", connection -> "receipt"))
                    .isEqualTo("receipt");
            assertThat(operation.inScope("bob/user").once("t", "r", () -> "never"))
                    .isEqualTo("receipt");
        }
    }

    @Test
    @DisplayName("F8 renews in the database of the record, and purges each")
    void renewsAndPurges() throws Exception {
        try (RoutedStore<String> store = routed()) {
            Operation<String> operation = Semel.on(store)
                    .operation("routed.long", Codec.text())
                    .lease(Duration.ofSeconds(1))
                    .retention(Duration.ofMillis(1))
                    .build();
            for (String tenant : List.of("ada", "bob")) {
                assertThat(operation.inScope(tenant + "/user").once("long", "r", () -> {
                            Thread.sleep(2_500);
                            return "receipt";
                        }))
                        .isEqualTo("receipt");
            }
            List<Object> events = new ArrayList<>();
            Purger.builder(store).listener(events::add).build().runNow();
            assertThat(events).hasSize(2);
            for (String tenant : List.of("ada", "bob")) {
                assertThat(store.find(new RecordId("routed.long", tenant + "/user", "long")))
                        .isEmpty();
                assertThat(store.store(tenant).overdue(10)).isZero();
            }
        }
    }

    @Test
    @DisplayName("F8 fails only its calls if it can't be opened, and the next call opens it again")
    void notOpened() {
        AtomicInteger tried = new AtomicInteger();
        try (RoutedStore<String> store = RoutedStore.by(RecordId::scope, tenant -> {
            if (tried.incrementAndGet() == 1) {
                throw new StoreException("not now", null);
            }
            return JdbcStore.on(POOLS.get(tenant));
        })) {
            assertThatThrownBy(() -> store.find(new RecordId("o", "ada", "k")))
                    .isInstanceOf(StoreException.class)
                    .hasMessage("not now");
            assertThat(store.find(new RecordId("o", "ada", "k"))).isEmpty();
            assertThat(store.find(new RecordId("o", "ada", "k"))).isEmpty();
            assertThat(tried).hasValue(2);
        }
    }
}
