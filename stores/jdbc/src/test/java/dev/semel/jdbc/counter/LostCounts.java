package dev.semel.jdbc.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.StoreException;
import dev.semel.counter.CountTogether;
import dev.semel.counter.Counter;
import dev.semel.counter.Counters;
import dev.semel.counter.Window;
import dev.semel.jdbc.Pools;
import dev.semel.servers.FlakyProxy;
import dev.semel.servers.JdbcServer;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Counts on a server behind a network that loses requests and replies, and that is restarted. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class LostCounts {
    private JdbcServer server;
    private FlakyProxy proxy;
    private HikariDataSource pool;
    private Counters counters;
    private String subject;

    abstract JdbcServer startServer();

    /** Returns parameters of the address with which the driver sends COMMIT as text. */
    String parameters() {
        return "";
    }

    /** Returns the text by which a commit is recognised. */
    String commit() {
        return "COMMIT";
    }

    @BeforeAll
    void start() {
        server = startServer();
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @BeforeEach
    void open() {
        subject = UUID.randomUUID().toString();
        proxy = FlakyProxy.to(server);
        pool = Pools.of(server.jdbcUrl(proxy) + parameters(), config -> {
            config.setUsername(server.user());
            config.setPassword(server.password());
            config.setConnectionTimeout(10_000);
        });
        counters = Counters.on(JdbcCounterStore.builder(pool).createSchema(true).build());
        counter("daily").add(subject);
    }

    @AfterEach
    void close() {
        pool.close();
        proxy.close();
    }

    private Counter counter(String name) {
        return counters.counter(name, Window.day(ZoneOffset.UTC))
                .combining(false)
                .build();
    }

    private long count(String name) {
        return counter(name).current(subject).count();
    }

    @Test
    @DisplayName("E1 an addition whose reply was lost is unknown to its caller, and was counted once")
    void lostReply() {
        proxy.loseNextReply();
        assertThatThrownBy(() -> counter("daily").add(subject, 5))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("unknown")
                .hasMessageNotContaining(subject);
        assertThat(count("daily")).isIn(1L, 6L);
        assertThat(proxy.cuts()).isEqualTo(1);
    }

    @Test
    @DisplayName("E1 a commit whose reply was lost is unknown to the caller, and its additions were counted once")
    void lostReplyOfACommit() {
        proxy.loseReplyTo(commit());
        CountTogether both = counters.together(subject).add(counter("daily"), 5).add(counter("other"), 7);
        assertThatThrownBy(both::apply).isInstanceOf(StoreException.class).hasMessageContaining("unknown");
        assertThat(count("daily")).isEqualTo(6);
        assertThat(count("other")).isEqualTo(7);
    }

    @Test
    @DisplayName("E1 a commit that never arrived leaves nothing")
    void lostRequestOfACommit() {
        proxy.loseRequestWith(commit());
        CountTogether both = counters.together(subject).add(counter("daily"), 5).add(counter("other"), 7);
        assertThatThrownBy(both::apply).isInstanceOf(StoreException.class);
        assertThat(count("daily")).isEqualTo(1);
        assertThat(count("other")).isZero();
    }

    @Test
    @DisplayName("E3 under a key a lost commit, and one whose reply was lost, are sent again and count once")
    void lostCommitsUnderAKey() {
        proxy.loseReplyTo(commit());
        assertThat(counter("daily").addOnce(subject, 5, "reply").count()).isEqualTo(6);
        proxy.loseRequestWith(commit());
        assertThat(counter("daily").addOnce(subject, 5, "request").count()).isEqualTo(11);
        assertThat(counter("daily").addOnce(subject, 5, "reply").count()).isEqualTo(6);
        assertThat(count("daily")).isEqualTo(11);
        assertThat(proxy.cuts()).isEqualTo(2);
    }

    @Test
    @DisplayName("E1 under load, what was acknowledged is counted once, and what is unknown at most once")
    void lostUnderLoad() throws Exception {
        AtomicLong acknowledged = new AtomicLong(1);
        AtomicLong unknown = new AtomicLong();
        AtomicBoolean over = new AtomicBoolean();
        Counter counter = counter("daily");
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                running.add(threads.submit(() -> {
                    while (!over.get()) {
                        try {
                            counter.add(subject);
                            acknowledged.incrementAndGet();
                        } catch (StoreException e) {
                            unknown.incrementAndGet();
                        }
                    }
                }));
            }
            for (int i = 0; i < 6; i++) {
                long cuts = proxy.cuts();
                proxy.loseNextReply();
                while (proxy.cuts() == cuts) {
                    Thread.sleep(5);
                }
            }
            over.set(true);
            for (Future<?> each : running) {
                each.get();
            }
        } finally {
            over.set(true);
            threads.shutdownNow();
        }
        proxy.heal();
        assertThat(count("daily")).isBetween(acknowledged.get(), acknowledged.get() + unknown.get());
    }

    @Test
    @DisplayName("E1 counts and keys survive a kill of the server")
    void restart() {
        counter("daily").addOnce(subject, 2, "key");
        counter("daily").add(subject, 3);
        server.kill();
        server.restart();
        assertThat(counter("daily").addOnce(subject, 2, "key").count()).isEqualTo(3);
        assertThat(count("daily")).isEqualTo(6);
    }
}
