package dev.semel.jdbc.issues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.ResultNotKeptException;
import dev.semel.Semel;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.Pools;
import dev.semel.servers.JdbcServer;
import dev.semel.store.ResultTooLargeException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A server with a limit of 1 MiB, and results near and above it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SmallPackets {
    private static final int PACKET = 1 << 20;

    private final AtomicInteger effects = new AtomicInteger();
    private JdbcServer server;
    private HikariDataSource pool;

    abstract JdbcServer start(String... arguments);

    /** Returns the size of the largest result that the driver can send. */
    abstract int most(int packet);

    @BeforeAll
    void open() {
        server = start("--max-allowed-packet=" + PACKET);
        pool = Pools.of(server.jdbcUrl(), config -> {
            config.setUsername(server.user());
            config.setMaximumPoolSize(10);
        });
    }

    @AfterEach
    void raise() throws SQLException {
        effects.set(0);
        limit(PACKET);
    }

    private void limit(int bytes) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SET GLOBAL max_allowed_packet = " + bytes);
            // A session keeps its initial limit, and the store keeps connections.
            List<Long> sessions = new ArrayList<>();
            try (ResultSet found = statement.executeQuery("SELECT id FROM information_schema.processlist"
                    + " WHERE user = SUBSTRING_INDEX(USER(), '@', 1) AND id <> CONNECTION_ID()")) {
                while (found.next()) {
                    sessions.add(found.getLong(1));
                }
            }
            for (long session : sessions) {
                statement.execute("KILL " + session);
            }
        }
        pool.getHikariPoolMXBean().softEvictConnections();
    }

    @AfterAll
    void close() {
        pool.close();
        server.close();
    }

    private JdbcStore store() {
        return JdbcStore.builder(pool)
                .maxResultBytes(8 << 20)
                .createSchema(true)
                .build();
    }

    private Operation<String> operation(JdbcStore store) {
        return Semel.on(store)
                .operation("packets", Codec.text())
                .lease(Duration.ofSeconds(2))
                .build();
    }

    private String result(int size, char of) {
        effects.incrementAndGet();
        return String.valueOf(of).repeat(size);
    }

    private void checkTombstone(Operation<String> operation, String key, int size, char of) {
        effects.set(0);
        try {
            operation.once(key, "r", () -> result(size, of));
        } catch (ResultNotKeptException e) {
            assertThat(effects).hasValue(1);
        }
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> operation.once(key, "r", () -> result(size, of)))
                    .isInstanceOf(ResultNotKeptException.class);
        }
        assertThat(effects).hasValue(1);
    }

    @Test
    @DisplayName("F11 a result that exceeds the server's limit becomes a tombstone, and its effect is not repeated")
    void tooLarge() {
        Operation<String> operation = operation(store());
        checkTombstone(operation, "more", PACKET + 1, 'x');
        checkTombstone(operation, "as much", PACKET - 100, 'x');
        checkTombstone(operation, "twice as much as text", PACKET * 3 / 4, '\'');
    }

    @Test
    @DisplayName("F11 a result that just fits is replayed")
    void fits() {
        int size = most(PACKET) - 8192;
        Operation<String> operation = operation(store());
        for (int i = 0; i < 2; i++) {
            assertThat(operation.once("fits", "r", () -> result(size, 'x'))).hasSize(size);
        }
        assertThat(effects).hasValue(1);
    }

    @Test
    @DisplayName("F11 the limit was lowered after the store was opened")
    void lowered() throws SQLException {
        Operation<String> operation = operation(store());
        limit(PACKET / 2);
        checkTombstone(operation, "lowered", PACKET * 3 / 4, 'x');
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    @DisplayName("F11 settlements that together exceed the limit are stored, each once")
    void together() throws Exception {
        int calls = 32;
        Operation<String> operation = operation(store());
        ExecutorService threads = Executors.newFixedThreadPool(calls);
        try {
            for (int round = 0; round < 2; round++) {
                List<CompletableFuture<String>> all = new ArrayList<>();
                CountDownLatch working = new CountDownLatch(calls);
                for (int i = 0; i < calls; i++) {
                    String key = "together-" + i;
                    all.add(CompletableFuture.supplyAsync(
                            () -> operation.once(key, "r", () -> {
                                working.countDown();
                                await(working);
                                return result(PACKET / 5, 'x');
                            }),
                            threads));
                }
                for (CompletableFuture<String> each : all) {
                    assertThat(each.get(60, TimeUnit.SECONDS)).hasSize(PACKET / 5);
                }
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(effects).hasValue(calls);
    }

    @Test
    @DisplayName(
            "F11 in transactional mode a result that exceeds the server's limit rolls everything back, and is reported")
    void transactional() {
        JdbcStore store = store();
        Operation<String> operation = operation(store);
        assertThatThrownBy(() -> operation.in(store.transactions()).once("k", "r", same -> result(PACKET, 'x')))
                .isInstanceOf(ResultTooLargeException.class);
        assertThat(operation.in(store.transactions()).once("k", "r", same -> "small"))
                .isEqualTo("small");
    }

    @Test
    @DisplayName("F11 a purge of many records is not limited by it")
    void purge() throws Exception {
        JdbcStore store = store();
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            for (int i = 0; i < 1_000; i++) {
                statement.execute(
                        "INSERT INTO semel_record (digest, operation, scope, record_key, format, state, attempt,"
                                + " epoch, nonce, claimed_as, fingerprint, created_at, lease_end, expires_at) VALUES ("
                                + "UNHEX(SHA2('" + i + "', 256)), 'o', '', 'k', 1, 2, 1, 1, UNHEX(MD5('n')), 0,"
                                + " UNHEX(SHA2('f', 256)), 1, 1, 1)");
            }
        }
        limit(16_384);
        JdbcStore small = JdbcStore.on(pool);
        assertThat(small.purge(2_000)).isEqualTo(1_000);
        store.close();
    }
}
