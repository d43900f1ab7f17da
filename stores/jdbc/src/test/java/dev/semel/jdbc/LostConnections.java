package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.StoreException;
import dev.semel.jdbc.batch.Sender;
import dev.semel.jdbc.connection.Connections;
import dev.semel.jdbc.connection.PoolConnections;
import dev.semel.jdbc.database.Dialects;
import dev.semel.jdbc.dialect.Dialect;
import dev.semel.servers.FlakyProxy;
import dev.semel.servers.JdbcServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A server behind a network that loses requests and replies, and that is restarted. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class LostConnections {
    private final String run = UUID.randomUUID().toString().substring(0, 8);
    private JdbcServer server;
    private FlakyProxy proxy;
    private HikariDataSource pool;
    private JdbcStore store;
    private final AtomicInteger runs = new AtomicInteger();

    abstract JdbcServer startServer();

    /** Returns parameters of the address with which the driver sends COMMIT as text. */
    String parameters() {
        return "";
    }

    @BeforeAll
    void start() {
        server = startServer();
    }

    @AfterAll
    void stop() {
        server.close();
    }

    /** Returns the percentage of replays that the store expects, whatever it observes. It does not affect answers. */
    int replays() {
        return 50;
    }

    @BeforeEach
    void open() throws Exception {
        runs.set(0);
        proxy = FlakyProxy.to(server);
        pool = Pools.of(server.jdbcUrl(proxy) + parameters(), config -> {
            config.setUsername(server.user());
            config.setPassword(server.password());
            config.setConnectionTimeout(10_000);
        });
        store = JdbcStore.builder(pool).createSchema(true).build();
        store.dialect().replays().pin(replays());
        try (var connection = pool.getConnection()) {
            Dialect.execute(connection, "CREATE TABLE IF NOT EXISTS lost (pay_key varchar(100) NOT NULL)");
        }
    }

    @AfterEach
    void close() {
        store.close();
        pool.close();
        proxy.close();
    }

    private Operation<String> operation() {
        return Semel.on(store)
                .operation("lost." + run + "." + proxy.port(), Codec.text())
                .lease(Duration.ofSeconds(20))
                .build();
    }

    private String attempts(Operation<String> operation, String key) {
        return operation
                .attempt(key, "r", context -> "attempt " + context.attempt() + " run " + runs.incrementAndGet())
                .orThrow();
    }

    @Test
    @DisplayName("F2 the lost reply of a claim is recognised by its nonce, and that of a settlement by its token")
    void lostReplies() {
        Operation<String> operation = operation();
        attempts(operation, "warm");
        proxy.loseNextReply();
        assertThat(attempts(operation, "claim")).isEqualTo("attempt 1 run 2");
        String answer = operation
                .attempt("settle", "r", context -> {
                    proxy.loseNextReply();
                    return "attempt " + context.attempt();
                })
                .orThrow();
        assertThat(answer).isEqualTo("attempt 1");
        assertThat(attempts(operation, "settle")).isEqualTo("attempt 1");
        assertThat(proxy.cuts()).isEqualTo(2);
    }

    @Test
    @DisplayName("F2 a connection lost in the middle of a batch harms no call in it permanently")
    void lostBatches() throws Exception {
        Operation<String> operation = operation();
        attempts(operation, "warm");
        ExecutorService threads = Executors.newFixedThreadPool(16);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                int thread = i;
                running.add(threads.submit(() -> {
                    for (int round = 0; round < 30; round++) {
                        String key = "batch-" + thread + "-" + round;
                        assertThat(attempts(operation, key)).startsWith("attempt 1 ");
                    }
                    return null;
                }));
            }
            // Far enough apart: the engine sends a claim three times, and each fault affects nearly all of them.
            Thread.sleep(100);
            proxy.loseNextReply();
            Thread.sleep(300);
            proxy.loseNextRequest();
            for (Future<?> each : running) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(runs).hasValue(481);
    }

    @Test
    @DisplayName("F2 a batch cut off at any point is unknown to its callers, and resolved by nonce and token")
    void batchOfClaimsAndSettlements() throws SQLException {
        Connections connections = new PoolConnections(pool);
        Sender sender = new Sender(connections, connections.forWriting(c -> Dialects.of(c, "semel_record")));
        int struck = 0;
        for (int point = 0; point < 12; point++) {
            LostBatch batch = new LostBatch(store, run + proxy.port() + "-" + point);
            long cuts = proxy.cuts();
            proxy.cutAfterReplyBytes(1 + 40L * point);
            batch.send(sender);
            struck += proxy.cuts() > cuts ? 1 : 0;
            proxy.heal();
            batch.sendAgain(sender);
        }
        assertThat(struck).isGreaterThanOrEqualTo(3);
        LostBatch batch = new LostBatch(store, run + proxy.port() + "-request");
        proxy.loseNextRequest();
        batch.send(sender);
        batch.sendAgain(sender);
    }

    @Test
    @DisplayName("F2 a batch whose connection is lost is sent again call by call, before any caller gets a failure")
    void oneByOneAfterALostConnection() throws SQLException {
        Connections connections = new PoolConnections(pool);
        Sender sender = new Sender(connections, connections.forWriting(c -> Dialects.of(c, "semel_record")));
        LostBatch lostReply = new LostBatch(store, run + proxy.port() + "-reply");
        proxy.loseNextReply();
        lostReply.sendAnyway(sender);
        LostBatch lostRequest = new LostBatch(store, run + proxy.port() + "-request");
        proxy.loseNextRequest();
        lostRequest.sendAnyway(sender);
        assertThat(proxy.cuts()).isEqualTo(2);
    }

    @Test
    @DisplayName("F1 the server restarts between claim and settlement: the settlement is sent again within the lease")
    void restart() {
        Operation<String> operation = operation();
        Outcome<String> outcome = operation.attempt("restart", "r", context -> {
            server.kill();
            server.restart();
            return "receipt";
        });
        assertThat(outcome).isInstanceOf(Outcome.Executed.class);
        assertThat(operation.once("restart", "r", () -> "never")).isEqualTo("receipt");
    }

    @Test
    @DisplayName("F2 a commit whose reply is lost is resolved by the record")
    void lostReplyOfACommit() throws SQLException {
        Operation<String> operation = operation();
        operation.in(store.transactions()).once("warm", "r", connection -> "warm");
        proxy.loseReplyTo("COMMIT");
        Outcome<String> outcome = operation.in(store.transactions()).attempt("commit", "r", tx -> pay(tx.connection()));
        assertThat(outcome).isInstanceOf(Outcome.Executed.class);
        assertThat(proxy.cuts()).isEqualTo(1);
        assertThat(operation.in(store.transactions()).attempt("commit", "r", tx -> pay(tx.connection())))
                .isInstanceOf(Outcome.Replayed.class);
    }

    @Test
    @DisplayName("D3 a commit that never arrived is reported, and the next call runs")
    void lostRequestOfACommit() throws SQLException {
        Operation<String> operation = operation();
        operation.in(store.transactions()).once("warm", "r", connection -> "warm");
        proxy.loseRequestWith("COMMIT");
        assertThatThrownBy(() -> operation.in(store.transactions()).attempt("commit", "r", tx -> pay(tx.connection())))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("call again");
        assertThat(operation.in(store.transactions()).attempt("commit", "r", tx -> pay(tx.connection())))
                .isInstanceOf(Outcome.Executed.class);
    }

    private String pay(Connection connection) throws SQLException {
        Dialect.execute(connection, "INSERT INTO lost (pay_key) VALUES ('k')");
        return "paid";
    }
}
