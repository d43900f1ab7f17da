package dev.semel.jdbc;

import static dev.semel.policy.Policies.waitUpTo;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.jdbc.dialect.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * 64 threads on 8 hot keys at a time. When all have been answered, the next 8 keys follow. Each key has one effect and the same answer for
 * all callers, and no failure reaches a caller. Runs for {@code -Dsemel.hot.seconds}, 2 by default and 30 in the long form.
 */
@Timeout(240)
abstract class HotKeys {
    private static final int THREADS = 64;
    private static final int KEYS = 8;

    private final String run = UUID.randomUUID().toString().substring(0, 8);
    private final ConcurrentMap<String, String> answers = new ConcurrentHashMap<>();
    private HikariDataSource pool;
    private JdbcStore store;

    abstract HikariDataSource openPool();

    @BeforeEach
    void open() throws SQLException {
        pool = openPool();
        store = JdbcStore.builder(pool).createSchema(true).build();
        try (Connection connection = pool.getConnection()) {
            Dialect.execute(
                    connection, "CREATE TABLE IF NOT EXISTS hot (hot_key varchar(100) NOT NULL, hot_run varchar(100))");
        }
    }

    @AfterEach
    void close() {
        store.close();
        pool.close();
    }

    private Operation<String> operation() {
        return Semel.on(store)
                .operation("hot." + run, Codec.text())
                .whileRunning(waitUpTo(Duration.ofSeconds(60)))
                .build();
    }

    private interface Call {
        String once(String key) throws Exception;
    }

    @Test
    @DisplayName("D4 in transactional mode")
    void transactional() throws Exception {
        Operation<String> operation = operation();
        hammer(key -> operation.in(store.transactions()).once(key, key, tx -> effect(tx.connection(), key)));
    }

    @Test
    @DisplayName("A2 in leased mode")
    void leased() throws Exception {
        Operation<String> operation = operation();
        hammer(key -> operation.once(key, key, () -> {
            try (Connection connection = pool.getConnection()) {
                return effect(connection, key);
            }
        }));
    }

    private String effect(Connection connection, String key) throws SQLException {
        String receipt = UUID.randomUUID().toString();
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO hot (hot_key, hot_run) VALUES (?, ?)")) {
            insert.setString(1, run + key);
            insert.setString(2, receipt);
            insert.executeUpdate();
        }
        return receipt;
    }

    private void hammer(Call call) throws Exception {
        long end = System.nanoTime()
                + Duration.ofSeconds(Long.getLong("semel.hot.seconds", 2)).toNanos();
        AtomicInteger calls = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                running.add(threads.submit(() -> {
                    while (System.nanoTime() < end) {
                        int number = calls.getAndIncrement();
                        // Each of the eight keys of a round is used by eight threads, in different orders.
                        String key = "key-" + number / THREADS * KEYS + "-" + number % KEYS;
                        String answer = call.once(key);
                        String known = answers.putIfAbsent(key, answer);
                        assertThat(known == null || known.equals(answer))
                                .as("all get the same")
                                .isTrue();
                    }
                    return null;
                }));
            }
            for (Future<?> each : running) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
        assertOneEffectForEachKey();
        System.out.println(getClass().getSimpleName() + ": " + calls + " calls, " + answers.size() + " keys");
    }

    private void assertOneEffectForEachKey() throws SQLException {
        int found = 0;
        try (Connection connection = pool.getConnection();
                PreparedStatement select =
                        connection.prepareStatement("SELECT hot_key, hot_run FROM hot WHERE hot_key LIKE ?")) {
            select.setString(1, run + "%");
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    found++;
                    String key = rows.getString(1).substring(run.length());
                    assertThat(answers.get(key)).isEqualTo(rows.getString(2));
                }
            }
        }
        assertThat(answers).isNotEmpty();
        assertThat(found).isEqualTo(answers.size());
    }
}
