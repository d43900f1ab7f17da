package dev.semel.jdbc.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Codec;
import dev.semel.Fingerprint;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.StoreException;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.Pools;
import dev.semel.jdbc.Sources;
import dev.semel.jdbc.connection.Connections;
import dev.semel.jdbc.connection.PoolConnections;
import dev.semel.jdbc.database.Dialects;
import dev.semel.jdbc.record.ClaimCall;
import dev.semel.servers.MariaDbServer;
import dev.semel.servers.PostgresServer;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.Nonce;
import dev.semel.store.RecordId;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("D4 a call that collides with a concurrent transaction")
class PassingFailuresTest {
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final LeaseTerms TERMS = new LeaseTerms(LONG, LONG);

    private final String run = UUID.randomUUID().toString().substring(0, 8);

    private ClaimRequest request(String key) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        Nonce nonce = new Nonce(random.nextLong(), random.nextLong());
        return new ClaimRequest(
                new RecordId("passing", run, key), Fingerprint.ofParts("request"), () -> nonce, TERMS, true);
    }

    /** Returns a pool on which the next calls fail like this, without being applied. */
    private static DataSource failing(DataSource pool, AtomicInteger times, SQLException failure) {
        return Sources.of(() -> Sources.around(pool.getConnection(), (method, original) -> {
            if (method.equals("prepareStatement") && times.getAndDecrement() > 0) {
                throw failure;
            }
            return original.run();
        }));
    }

    @ParameterizedTest
    @CsvSource({"postgresql, 40P01, 0", "postgresql, 40001, 0", "mariadb, 40001, 1213", "mariadb, HY000, 1020"})
    @DisplayName("is sent again, and no caller notices")
    void isSentAgain(String database, String state, int code) {
        DataSource pool = Pools.shared(database.equals("mariadb") ? MariaDbServer.shared() : PostgresServer.shared());
        for (int lanes = 0; lanes < 2; lanes++) {
            AtomicInteger times = new AtomicInteger();
            SQLException failure = new SQLException("a victim", state, code);
            JdbcStore store = JdbcStore.builder(failing(pool, times, failure))
                    .createSchema(true)
                    .combining(lanes)
                    .build();
            times.set(3);
            assertThat(store.claim(request("sent-" + lanes))).isInstanceOf(ClaimResult.Claimed.class);
            times.set(3);
            assertThat(store.purge(1)).isNotNegative();
            times.set(3);
            Operation<String> operation =
                    Semel.on(store).operation("passing." + run, Codec.text()).build();
            assertThat(operation.in(store.transactions()).once("k" + lanes, "r", connection -> "receipt"))
                    .isEqualTo("receipt");
        }
    }

    @Test
    @DisplayName("fails in the end if it always collides")
    void isToldInTheEnd() {
        AtomicInteger times = new AtomicInteger();
        SQLException failure = new SQLException("a victim", "40P01");
        JdbcStore store = JdbcStore.builder(failing(Pools.shared(PostgresServer.shared()), times, failure))
                .createSchema(true)
                .build();
        times.set(Integer.MAX_VALUE);
        assertThatThrownBy(() -> store.claim(request("never")))
                .isInstanceOf(StoreException.class)
                .hasCause(failure);
    }

    @Test
    @DisplayName("does not occur between batches for the same rows, since they lock them in the order of their keys")
    void batchesAreSorted() throws Exception {
        DataSource pool = Pools.shared(MariaDbServer.shared());
        JdbcStore.builder(pool).createSchema(true).build();
        Connections connections = new PoolConnections(pool);
        Sender sender = new Sender(connections, connections.forWriting(c -> Dialects.of(c, "semel_record")));
        long before = deadlocks(pool);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                Random order = new Random(thread);
                running.add(threads.submit(() -> {
                    for (int round = 0; round < 15; round++) {
                        List<ClaimCall> calls = new ArrayList<>();
                        for (int i = 0; i < 60; i++) {
                            calls.add(new ClaimCall(request("order-" + round + "-" + i)));
                        }
                        Collections.shuffle(calls, order);
                        sender.send(calls);
                    }
                }));
            }
            for (Future<?> each : running) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(deadlocks(pool) - before).isZero();
    }

    private static long deadlocks(DataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("SHOW GLOBAL STATUS LIKE 'Innodb_deadlocks'")) {
            found.next();
            return found.getLong(2);
        }
    }
}
