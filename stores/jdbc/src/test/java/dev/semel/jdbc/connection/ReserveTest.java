package dev.semel.jdbc.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.Pools;
import dev.semel.jdbc.Sources;
import dev.semel.servers.PostgresServer;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("reserved connections")
class ReserveTest {
    private static final Duration LONG = Duration.ofMinutes(5);

    /** A pool that counts how often it is asked. */
    private static final class Counting extends HikariDataSource {
        final AtomicInteger asked = new AtomicInteger();

        Counting(HikariConfig config) {
            super(config);
        }

        @Override
        public Connection getConnection() throws SQLException {
            asked.incrementAndGet();
            return super.getConnection();
        }
    }

    private static Counting pool(int size, Duration leakDetection) {
        PostgresServer server = PostgresServer.shared();
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(server.jdbcUrl());
        config.setUsername(server.user());
        config.setPassword(server.password());
        config.setMaximumPoolSize(size);
        config.setConnectionTimeout(5_000);
        config.addDataSourceProperty("ApplicationName", "semel-" + UUID.randomUUID());
        config.setLeakDetectionThreshold(leakDetection.toMillis());
        return new Counting(config);
    }

    private static Operation<String> operation(JdbcStore store, Duration lease) {
        return Semel.on(store)
                .operation("kept." + UUID.randomUUID().toString().substring(0, 8), Codec.text())
                .lease(lease)
                .build();
    }

    private static JdbcStore store(DataSource pool) {
        return JdbcStore.builder(pool).createSchema(true).build();
    }

    private static int inUse(HikariDataSource pool) {
        return pool.getHikariPoolMXBean().getActiveConnections();
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (!condition.getAsBoolean() && System.nanoTime() < deadline) {
            Thread.sleep(10);
        }
        assertThat(condition.getAsBoolean()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    @DisplayName("F9 are none that the work needs: small pools still work")
    void smallPools(int size) throws SQLException {
        try (HikariDataSource pool = pool(size, Duration.ZERO);
                JdbcStore store = store(pool)) {
            Operation<String> operation = operation(store, LONG);
            for (int i = 0; i < 5; i++) {
                String key = "k" + i;
                assertThat(operation.once(key, "r", () -> {
                            try (Connection connection = pool.getConnection()) {
                                return String.valueOf(connection.isValid(5));
                            }
                        }))
                        .isEqualTo("true");
            }
            assertThat(inUse(pool)).isEqualTo(size == 3 ? 1 : 0);
        }
    }

    @Test
    @DisplayName("F9 are few, shared by all stores on a pool, and reused")
    void shared() throws Exception {
        try (Counting pool = pool(10, Duration.ZERO);
                JdbcStore one = store(pool);
                JdbcStore other = store(pool)) {
            assertThat(inUse(pool)).isZero();
            int before = pool.asked.get();
            ExecutorService threads = Executors.newFixedThreadPool(16);
            List<Future<String>> calls = new ArrayList<>();
            for (JdbcStore store : List.of(one, other)) {
                Operation<String> operation = operation(store, LONG);
                for (int i = 0; i < 500; i++) {
                    String key = "k" + i;
                    calls.add(threads.submit(() -> operation.once(key, "r", () -> "receipt")));
                }
            }
            for (Future<String> call : calls) {
                assertThat(call.get(1, TimeUnit.MINUTES)).isEqualTo("receipt");
            }
            threads.shutdown();
            await(() -> inUse(pool) <= 2);
            assertThat(inUse(pool)).isPositive();
            assertThat(pool.asked.get() - before).isLessThan(100);
            one.close();
            one.close();
            assertThat(inUse(pool)).isPositive();
            other.close();
            await(() -> inUse(pool) == 0);
        }
    }

    @Test
    @DisplayName("return to the pool when no lease can be live, and are not taken in transactional mode")
    void givenBack() throws Exception {
        try (HikariDataSource pool = pool(10, Duration.ZERO)) {
            JdbcStore store = store(pool);
            assertThat(operation(store, LONG).in(store.transactions()).once("t", "r", connection -> "receipt"))
                    .isEqualTo("receipt");
            assertThat(inUse(pool)).isZero();
            operation(store, Duration.ofSeconds(1)).once("k", "r", () -> "receipt");
            await(() -> inUse(pool) == 0);
            assertThat(operation(store, Duration.ofSeconds(1)).once("k", "r", () -> "again"))
                    .isEqualTo("again");
            await(() -> inUse(pool) == 0);
        }
    }

    @Test
    @DisplayName("are replaced periodically, before the pool reports them as leaked, if it has others")
    void replaced() throws Exception {
        try (Counting pool = pool(3, Duration.ofSeconds(2));
                JdbcStore store = store(pool)) {
            Operation<String> operation = operation(store, LONG);
            operation.once("k", "r", () -> "receipt");
            int before = pool.asked.get();
            await(() -> pool.asked.get() - before >= 3);
            await(() -> inUse(pool) == 1);
            // Without others to replace them, they stay.
            try (Connection first = pool.getConnection();
                    Connection second = pool.getConnection()) {
                int dry = pool.asked.get();
                await(() -> pool.asked.get() - dry >= 1);
                assertThat(operation.once("k2", "r", () -> "receipt")).isEqualTo("receipt");
                assertThat(first.isValid(5) && second.isValid(5)).isTrue();
            }
        }
    }

    @Test
    @DisplayName("are replaced after the server has closed them, and the affected call runs once")
    void closedByTheServer() throws Exception {
        try (Counting pool = pool(5, Duration.ZERO);
                JdbcStore store = store(pool)) {
            Operation<String> operation = operation(store, LONG);
            AtomicInteger runs = new AtomicInteger();
            for (int i = 0; i < 3; i++) {
                String key = "k" + i;
                assertThat(operation.once(key, "r", () -> {
                            runs.incrementAndGet();
                            terminate(pool);
                            return "receipt";
                        }))
                        .isEqualTo("receipt");
            }
            assertThat(runs).hasValue(3);
            await(() -> inUse(pool) <= 2);
        }
    }

    @Test
    @DisplayName("are replaced in the background as soon as the pool has one, and calls fail with the pool until then")
    void replacedWhenLost() throws Exception {
        try (Counting pool = pool(5, Duration.ZERO)) {
            AtomicReference<Connection> last = new AtomicReference<>();
            AtomicBoolean dry = new AtomicBoolean();
            DataSource drying = Sources.of(() -> {
                if (dry.get()) {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
                    throw new SQLTransientConnectionException("Connection is not available");
                }
                last.set(pool.getConnection());
                return last.get();
            });
            try (Connections kept = Reserves.join(new PoolConnections(drying), 1, "a pool that dries")) {
                kept.keepFor(LONG);
                assertThat(kept.forWriting(ReserveTest::isThere)).isTrue();
                assertThat(inUse(pool)).isEqualTo(1);
                dry.set(true);
                cut(last);
                assertThatThrownBy(() -> kept.forWriting(ReserveTest::isThere)).isInstanceOf(SQLException.class);
                for (int i = 0; i < 3; i++) {
                    assertThatThrownBy(() -> kept.forWriting(ReserveTest::isThere))
                            .isInstanceOf(NoConnectionException.class)
                            .hasRootCauseMessage("Connection is not available");
                }
                assertThat(inUse(pool)).isZero();
                dry.set(false);
                await(() -> inUse(pool) == 1);
                assertThat(kept.forWriting(ReserveTest::isThere)).isTrue();
            }
        }
    }

    @Test
    @DisplayName("go to a waiting call as soon as the pool has one, which is asked once for all calls")
    void waitedFor() throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        try (Counting pool = pool(5, Duration.ZERO)) {
            AtomicReference<Connection> last = new AtomicReference<>();
            Semaphore left = new Semaphore(1);
            AtomicInteger asked = new AtomicInteger();
            DataSource drying = Sources.of(() -> {
                asked.incrementAndGet();
                left.acquireUninterruptibly();
                last.set(pool.getConnection());
                return last.get();
            });
            try (Connections kept = Reserves.join(new PoolConnections(drying), 1, "a pool of one")) {
                kept.keepFor(LONG);
                assertThat(kept.forWriting(ReserveTest::isThere)).isTrue();
                cut(last);
                assertThatThrownBy(() -> kept.forWriting(ReserveTest::isThere)).isInstanceOf(SQLException.class);
                List<Future<Boolean>> calls = new ArrayList<>();
                for (int i = 0; i < 8; i++) {
                    calls.add(threads.submit(() -> kept.forWriting(ReserveTest::isThere)));
                }
                await(() -> asked.get() == 2);
                left.release();
                for (Future<Boolean> call : calls) {
                    assertThat(call.get(30, TimeUnit.SECONDS)).isTrue();
                }
                assertThat(asked).hasValue(2);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static boolean isThere(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.execute("SELECT 1");
        }
    }

    /** Cuts the connection that was lent last. The pool does not notice before it is returned. */
    private static void cut(AtomicReference<Connection> last) throws SQLException {
        last.get().unwrap(Connection.class).close();
    }

    /** Closes the connections of this pool only, since other tests use the server too. */
    private static void terminate(HikariDataSource pool) throws SQLException {
        String name = pool.getDataSourceProperties().getProperty("ApplicationName");
        try (Connection connection = Pools.shared(PostgresServer.shared()).getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '" + name + "'");
        }
    }

    @Test
    @DisplayName("can be chosen or turned off, and an invalid number is refused")
    void chosen() throws Exception {
        try (HikariDataSource pool = pool(10, Duration.ZERO)) {
            try (JdbcStore none =
                    JdbcStore.builder(pool).createSchema(true).reserve(0).build()) {
                operation(none, LONG).once("k", "r", () -> "receipt");
                assertThat(inUse(pool)).isZero();
            }
            DataSource unknown = Sources.of(pool::getConnection);
            try (JdbcStore one = JdbcStore.builder(unknown).reserve(1).build()) {
                operation(one, LONG).once("k", "r", () -> "receipt");
                assertThat(inUse(pool)).isEqualTo(1);
            }
            await(() -> inUse(pool) == 0);
            assertThatThrownBy(() -> JdbcStore.builder(pool).reserve(-1).build())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("reserve");
        }
    }

    /** A getter as in Commons DBCP 2. */
    interface Dbcp extends DataSource {
        int getMaxTotal();
    }

    /** A getter as in Tomcat's pool. */
    interface Tomcat extends DataSource {
        int getMaxActive();
    }

    /** A getter as in Spring's proxies. */
    interface Delegating extends DataSource {
        DataSource getTargetDataSource();
    }

    private static <T extends DataSource> T answering(Class<T> type, Object answer) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> answer));
    }

    @Test
    @DisplayName("are chosen by the size of the pool, whose getter differs between pools")
    void sizes() {
        assertThat(DataSources.size(answering(Dbcp.class, 7))).hasValue(7);
        assertThat(DataSources.size(answering(Dbcp.class, -1))).isEmpty();
        assertThat(DataSources.size(answering(Tomcat.class, 100))).hasValue(100);
        assertThat(DataSources.size(answering(Delegating.class, answering(Tomcat.class, 9))))
                .hasValue(9);
        assertThat(DataSources.size(Sources.of(() -> {
                    throw new SQLException("never asked");
                })))
                .isEmpty();
    }

    @Test
    @DisplayName("keep the settings of a pool without auto-commit")
    void withoutAutoCommit() throws Exception {
        try (HikariDataSource pool = Pools.of(PostgresServer.shared(), config -> config.setAutoCommit(false));
                JdbcStore store = store(pool)) {
            Operation<String> operation = operation(store, Duration.ofSeconds(1));
            assertThat(operation.once("k", "r", () -> "receipt")).isEqualTo("receipt");
            assertThat(operation.once("k", "r", () -> "never")).isEqualTo("receipt");
            await(() -> inUse(pool) == 0);
            for (int i = 0; i < 10; i++) {
                try (Connection connection = pool.getConnection()) {
                    assertThat(connection.getAutoCommit()).isFalse();
                }
            }
        }
    }
}
