package dev.semel.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.boot.StoreAddress;
import dev.semel.demo.Client.Reply;
import dev.semel.demo.start.Choices;
import dev.semel.servers.PostgresServer;
import dev.semel.servers.RedisServer;
import dev.semel.servers.TempFolder;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

/** Halts the process in the middle of its work, and continues with another process on the same store. */
@DisplayName("the demo after a crash")
class CrashTest {
    private static final String ORDER = "{\"item\":\"book\",\"quantity\":1}";

    private final TempFolder folder = TempFolder.create("crash");
    private final String caller = "c-" + UUID.randomUUID();

    @AfterEach
    void clean() {
        folder.close();
    }

    private String sqlite() {
        return "sqlite:" + folder.resolve("demo.db");
    }

    private static String postgres() {
        return PostgresServer.shared().jdbcUrl() + "?user="
                + PostgresServer.shared().user();
    }

    @Test
    @DisplayName("D1 on SQLite, before the effect: the retry has the effect, once")
    void sqliteBefore() {
        crash(sqlite(), "before", "/payments", Client.PAYMENT);
        assertThat(retry(sqlite(), "/payments", Client.PAYMENT, "payments.create"))
                .isEqualTo(1);
    }

    @Test
    @DisplayName("D1 on SQLite, after the effect: it was rolled back, and the retry has the effect, once")
    void sqliteAfter() {
        crash(sqlite(), "after", "/payments", Client.PAYMENT);
        assertThat(retry(sqlite(), "/payments", Client.PAYMENT, "payments.create"))
                .isEqualTo(1);
    }

    @Test
    @DisplayName("D1 on PostgreSQL, after the effect: it was rolled back, and the retry has the effect, once")
    void postgresAfter() {
        crash(postgres(), "after", "/payments", Client.PAYMENT);
        assertThat(retry(postgres(), "/payments", Client.PAYMENT, "payments.create"))
                .isEqualTo(1);
    }

    @Test
    @DisplayName("A6 on Redis, before the effect: the retry waits for the lease to expire and has the effect, once")
    void redisBefore() {
        String store = RedisServer.shared().uri();
        crash(store, "before", "/payments", Client.PAYMENT);
        assertThat(retry(store, "/payments", Client.PAYMENT, "payments.create")).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "A6 under a lease, after the effect: the retry runs again, as the policy allows, and there are two effects")
    void leasedAfter() {
        crash(sqlite(), "after", "/orders", ORDER);
        assertThat(retry(sqlite(), "/orders", ORDER, "orders.create")).isEqualTo(2);
    }

    private void crash(String store, String when, String path, String body) {
        try (DemoProcess demo = DemoProcess.start(
                folder.path(),
                "--port",
                "0",
                "--store",
                store,
                "--data",
                folder.path().toString())) {
            Client client = new Client(demo.address(), caller);
            assertThatThrownBy(() -> client.post(path, body, Client.with("k", "X-Demo-Crash", when)))
                    .isInstanceOf(AssertionError.class);
            assertThat(demo.exitCode()).isEqualTo(137);
        }
    }

    /** Retries until the request succeeds, then sends it once more, and returns the number of effects. */
    private long retry(String store, String path, String body, String operation) {
        Choices choices = new Choices(0, StoreAddress.of(store), folder.path(), 10_000);
        try (ConfigurableApplicationContext context = Demo.start(choices)) {
            Client client = new Client(
                    context.getEnvironment().getRequiredProperty("local.server.port", Integer.class), caller);
            long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
            Reply reply;
            do {
                reply = client.post(path, body, Client.with("k"));
                assertThat(reply.status()).isIn(201, 202, 409);
            } while (reply.status() != 201 && System.nanoTime() < deadline);
            assertThat(reply.status()).isEqualTo(201);
            assertThat(reply.replayed()).isFalse();
            Reply replay = client.post(path, body, Client.with("k"));
            assertThat(replay.replayed()).isTrue();
            assertThat(replay.body()).isEqualTo(reply.body());
            assertThat(client.get("/usage").json().path("count").asLong())
                    .as("counted, over all attempts")
                    .isOne();
            return client.effects(operation, "k");
        }
    }
}
