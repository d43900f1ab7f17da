package dev.semel.dynamodb.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.StoreException;
import dev.semel.counter.Counter;
import dev.semel.counter.Counters;
import dev.semel.counter.Window;
import dev.semel.dynamodb.Clients;
import dev.semel.dynamodb.Ledger;
import dev.semel.servers.DynamoDbLocal;
import dev.semel.servers.FlakyProxy;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

/** Counts requests and loses replies, with a client that repeats requests where it may. */
@DisplayName("requests for counts to DynamoDB")
class LostCountsTest {
    private final Ledger ledger = new Ledger();
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
    private final String subject = UUID.randomUUID().toString();
    private FlakyProxy proxy;
    private Counters counters;

    @BeforeEach
    void open() {
        proxy = FlakyProxy.to(DynamoDbLocal.shared());
        String address = DynamoDbLocal.shared().uri(proxy);
        counters = on(DynamoDbCounterStore.builder(Clients.blocking(address, ledger)));
        ledger.forget();
    }

    private Counters on(DynamoDbCounterStore.Builder builder) {
        return Counters.on(builder.table("lost-counts").createTable(true).build())
                .clock(now::get);
    }

    @AfterEach
    void close() {
        proxy.close();
    }

    private Counter counter() {
        return counters.counter("daily", Window.day(ZoneOffset.UTC)).build();
    }

    private long count() {
        return counter().current(subject).count();
    }

    @Test
    @DisplayName("E1 are one in the common case, two for a new window or a new subject, one for a refusal")
    void requests() {
        counter().add(subject);
        assertThat(ledger.actions()).containsExactly("UpdateItem", "UpdateItem");
        counter().add(subject);
        assertThat(ledger.actions()).containsExactly("UpdateItem");
        now.set(now.get().plusSeconds(86_400));
        counter().add(subject);
        assertThat(ledger.actions()).containsExactly("UpdateItem", "UpdateItem");
        now.set(now.get().minusSeconds(86_400));
        assertThat(counter().tryAdd(subject, 1, 2).granted()).isTrue();
        assertThat(counter().tryAdd(subject, 1, 2).granted()).isFalse();
        assertThat(ledger.actions()).containsExactly("UpdateItem", "UpdateItem");
        counter().addOnce(subject, 1, "key");
        assertThat(ledger.actions()).containsExactly("TransactGetItems", "TransactWriteItems");
        counter().addOnce(subject, 1, "key");
        assertThat(ledger.actions()).containsExactly("TransactGetItems");
    }

    @Test
    @DisplayName("are one for a session that continues")
    void session() {
        Counter visits = counters.counter("visits", Window.session(Duration.ofMinutes(30), Duration.ofHours(8)))
                .build();
        visits.add(subject);
        ledger.forget();
        now.set(now.get().plusSeconds(60));
        assertThat(visits.add(subject).count()).isEqualTo(2);
        assertThat(ledger.actions()).containsExactly("UpdateItem");
    }

    @Test
    @DisplayName("E1 are not repeated by the SDK when a reply is lost, whether they create, add or start again")
    void lostReply() {
        losing("SET #COUNTER", 2);
        assertThat(count()).isEqualTo(5);
        losing("ADD #COUNT", 1);
        assertThat(count()).isEqualTo(10);
        now.set(now.get().plusSeconds(86_400));
        losing("SET #COUNTER", 2);
        assertThat(count()).isEqualTo(5);
        assertThat(proxy.cuts()).isEqualTo(3);
    }

    /** Adds 5 and loses the reply to the request that contains a text. */
    private void losing(String text, int sendings) {
        ledger.forget();
        proxy.loseReplyTo(text);
        assertThatThrownBy(() -> counter().add(subject, 5))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("unknown")
                .hasMessageNotContaining(subject);
        assertThat(ledger.sendings()).isEqualTo(sendings);
    }

    @Test
    @DisplayName("E3 with a key are repeated by the SDK, and count once")
    void lostReplyUnderAKey() {
        proxy.loseReplyTo("DynamoDB_20120810.TransactWriteItems");
        assertThat(counter().addOnce(subject, 5, "key").count()).isEqualTo(5);
        assertThat(count()).isEqualTo(5);
        assertThat(proxy.cuts()).isEqualTo(1);
    }

    @Test
    @DisplayName("E1 are not repeated by the asynchronous client either")
    void async() {
        try (DynamoDbAsyncClient client = Clients.async(DynamoDbLocal.shared().uri(proxy))) {
            Counter counter = on(DynamoDbCounterStore.builder(client))
                    .counter("daily", Window.day(ZoneOffset.UTC))
                    .build();
            counter.add(subject);
            proxy.loseReplyTo("DynamoDB_20120810.UpdateItem");
            assertThatThrownBy(() -> counter.add(subject)).isInstanceOf(StoreException.class);
            assertThat(counter.add(subject).count()).isEqualTo(3);
        }
    }

    @Test
    @DisplayName("F6 to a missing table are reported in one clear sentence when the store is built")
    void missingTable() {
        assertThatThrownBy(() -> DynamoDbCounterStore.builder(Clients.shared())
                        .table("not-there")
                        .build())
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("not-there");
    }

    @Test
    @DisplayName("E1 lose nothing when the server is killed")
    void restart() {
        try (DynamoDbLocal server = DynamoDbLocal.start()) {
            DynamoDbCounterStore store = DynamoDbCounterStore.builder(Clients.blocking(server.uri()))
                    .createTable(true)
                    .build();
            Counter counter = Counters.on(store)
                    .counter("daily", Window.day(ZoneOffset.UTC))
                    .build();
            counter.addOnce(subject, 5, "key");
            counter.add(subject, 2);
            server.kill();
            server.restart();
            assertThat(counter.addOnce(subject, 5, "key").count()).isEqualTo(5);
            assertThat(counter.current(subject).count()).isEqualTo(7);
        }
    }
}
