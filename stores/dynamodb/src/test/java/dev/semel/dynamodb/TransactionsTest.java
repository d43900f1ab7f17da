package dev.semel.dynamodb;

import static dev.semel.policy.Policies.replayFailures;
import static dev.semel.policy.Policies.runUnprotected;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.semel.BoundOperation;
import dev.semel.Codec;
import dev.semel.FailureReplayedException;
import dev.semel.LeaseLostException;
import dev.semel.OperationBuilder;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.StoreException;
import dev.semel.servers.DynamoDbLocal;
import dev.semel.servers.FlakyProxy;
import dev.semel.store.ResultTooLargeException;
import dev.semel.testkit.TestClock;
import dev.semel.testkit.VirtualTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

@DisplayName("a settlement in one transaction with the application's items")
class TransactionsTest {
    private static final String TABLE = "joined";
    private static final String ORDERS = "orders";
    private final Ledger ledger = new Ledger();
    private final TestClock clock = Clients.clock();
    private final DynamoDbClient client = Clients.shared(ledger);
    private final DynamoDbStore store = open(client);
    private final String key = UUID.randomUUID().toString();

    private DynamoDbStore open(DynamoDbClient through) {
        return DynamoDbStore.builder(through)
                .table(TABLE)
                .clock(clock)
                .skewAllowance(Duration.ZERO)
                .createTable(true)
                .build();
    }

    @BeforeEach
    void orders() {
        DynamoDbStore.builder(client).table(ORDERS).createTable(true).build();
        ledger.forget();
    }

    private OperationBuilder<String> texts(DynamoDbStore on) {
        return Semel.on(on).operation("orders.create", Codec.text()).lease(Duration.ofMinutes(5));
    }

    private BoundOperation<String, Writes> operation() {
        return texts(store).build().in(store.transactions());
    }

    /** A put of an order that must not exist. */
    private Put order(String id) {
        return Put.builder()
                .tableName(ORDERS)
                .item(Map.of("id", AttributeValue.fromS(key + id)))
                .conditionExpression("attribute_not_exists(id)")
                .build();
    }

    private boolean isThere(String id) {
        return client.getItem(get ->
                        get.tableName(ORDERS).consistentRead(true).key(Map.of("id", AttributeValue.fromS(key + id))))
                .hasItem();
    }

    @Test
    @DisplayName("D1 is written together with the items, in two requests, and replays in one")
    void together() {
        String order = operation().once(key, "r", writes -> {
            writes.put(order("1")).put(order("2"));
            assertThat(isThere("1")).isFalse();
            return "order of attempt " + writes.attempt();
        });
        assertThat(ledger.actions()).containsExactly("PutItem", "GetItem", "TransactWriteItems");
        assertThat(order).isEqualTo("order of attempt 1");
        assertThat(isThere("1")).isTrue();
        assertThat(isThere("2")).isTrue();
        ledger.forget();
        assertThat(operation().once(key, "r", writes -> "never")).isEqualTo(order);
        assertThat(ledger.actions()).containsExactly("PutItem");
    }

    @Test
    @DisplayName("A27 has an epoch, which grows with every attempt")
    void epoch() {
        assertThatThrownBy(() -> operation().once(key, "r", writes -> {
                    throw new IllegalStateException("epoch " + writes.epoch());
                }))
                .hasMessage("epoch 1");
        assertThat(operation().once(key, "r", writes -> "epoch " + writes.epoch()))
                .isEqualTo("epoch 2");
    }

    @Test
    @DisplayName("costs twice the units of its items, like every transaction")
    void cost() {
        operation().once(key, "r", writes -> {
            ledger.forget();
            writes.put(order("1"));
            return "order";
        });
        assertThat(ledger.units()).isEqualTo(4);
    }

    @Test
    @DisplayName("is an ordinary one if there is nothing to write")
    void nothingToWrite() {
        assertThat(operation().once(key, "r", writes -> "nothing")).isEqualTo("nothing");
        assertThat(ledger.actions()).containsExactly("PutItem", "UpdateItem");
    }

    @Test
    @DisplayName("D3 writes nothing if the work throws, and the next call runs")
    void workThrows() {
        assertThatThrownBy(() -> operation().once(key, "r", writes -> {
                    writes.put(order("1"));
                    throw new IllegalStateException("declined");
                }))
                .hasMessage("declined");
        assertThat(isThere("1")).isFalse();
        assertThat(operation().once(key, "r", writes -> {
                    writes.put(order("1"));
                    return "order of attempt " + writes.attempt();
                }))
                .isEqualTo("order of attempt 2");
    }

    @Test
    @DisplayName("D3 writes nothing if a condition of the application does not hold, and reports which")
    void conditionOfTheApplication() {
        client.putItem(put -> put.tableName(ORDERS).item(Map.of("id", AttributeValue.fromS(key + "2"))));
        Throwable thrown = catchThrowable(() ->
                operation().once(key, "r", writes -> writes.put(order("1")).put(order("2")) == null ? "" : "order"));
        assertThat(thrown).isInstanceOf(TransactionCanceledException.class);
        assertThat(((TransactionCanceledException) thrown).cancellationReasons())
                .extracting(reason -> reason.code())
                .containsExactly("None", "ConditionalCheckFailed", "None");
        assertThat(isThere("1")).isFalse();
        assertThat(operation().attempt(key, "r", writes -> "again")).isInstanceOf(Outcome.Executed.class);
    }

    @Test
    @DisplayName("D6 stores a failure for replays, without the items")
    void failureIsReplayed() {
        BoundOperation<String, Writes> operation =
                texts(store).afterFailure(replayFailures()).build().in(store.transactions());
        assertThatThrownBy(() -> operation.once(key, "r", writes -> {
                    writes.put(order("1"));
                    throw new IllegalStateException("declined");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> operation.once(key, "r", writes -> "never"))
                .isInstanceOf(FailureReplayedException.class);
        assertThat(isThere("1")).isFalse();
    }

    @Test
    @DisplayName("A7 of an owner that was overtaken writes nothing at all")
    void overtaken() {
        Semel stalled = Semel.builder(store).timekeeper(new VirtualTime()).build();
        BoundOperation<String, Writes> late =
                stalled.operation("orders.create", Codec.text()).build().in(store.transactions());
        assertThatThrownBy(() -> late.once(key, "r", writes -> {
                    clock.advance(Duration.ofMinutes(5));
                    operation().once(key, "r", other -> {
                        other.put(order("2"));
                        return "second";
                    });
                    writes.put(order("1"));
                    return "first";
                }))
                .isInstanceOf(LeaseLostException.class);
        assertThat(isThere("1")).isFalse();
        assertThat(isThere("2")).isTrue();
        assertThat(operation().once(key, "r", writes -> "never")).isEqualTo("second");
    }

    @Test
    @DisplayName("D1 whose result is too large writes nothing, and the next call runs")
    void tooLarge() {
        assertThatThrownBy(() -> operation().once(key, "r", writes -> {
                    writes.put(order("1"));
                    return "x".repeat(400 * 1024);
                }))
                .isInstanceOf(ResultTooLargeException.class);
        assertThat(isThere("1")).isFalse();
        assertThat(operation().once(key, "r", writes -> "short")).isEqualTo("short");
    }

    @Test
    @DisplayName("of an operation on another store is refused, and nothing is written")
    void otherStore() {
        DynamoDbStore elsewhere = DynamoDbStore.builder(client)
                .table("joined-elsewhere")
                .createTable(true)
                .build();
        BoundOperation<String, Writes> wrong = texts(elsewhere).build().in(store.transactions());
        assertThatThrownBy(() -> wrong.once(key, "r", writes -> {
                    writes.put(order("1"));
                    return "order";
                }))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("build the operation on the store");
        assertThat(isThere("1")).isFalse();
    }

    @Test
    @DisplayName("with more items than DynamoDB takes, or with one item twice, is refused, and nothing is written")
    void tooMany() {
        assertThatThrownBy(() -> operation().once(key, "r", writes -> {
                    for (int i = 0; i < 100; i++) {
                        writes.put(order("many-" + i));
                    }
                    return "orders";
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("99");
        assertThatThrownBy(() -> operation().once(key, "r", writes -> {
                    writes.put(order("1")).put(order("1"));
                    return "orders";
                }))
                .isInstanceOf(DynamoDbException.class);
        assertThat(isThere("1")).isFalse();
    }

    @Test
    @DisplayName("without a key still writes its items together")
    void withoutKey() {
        BoundOperation<String, Writes> open =
                texts(store).withoutKey(runUnprotected()).build().in(store.transactions());
        Outcome<String> outcome = open.attempt(null, "r", writes -> {
            writes.put(order("1"));
            return "order";
        });
        assertThat(outcome).isInstanceOf(Outcome.Unprotected.class);
        assertThat(isThere("1")).isTrue();
    }

    @Test
    @DisplayName("F2 whose reply is lost is applied once, and confirmed")
    void lostReply() {
        try (FlakyProxy proxy = FlakyProxy.to(DynamoDbLocal.shared())) {
            DynamoDbStore through = open(Clients.blocking(DynamoDbLocal.shared().uri(proxy), ledger));
            AtomicInteger runs = new AtomicInteger();
            String order = texts(through).build().in(through.transactions()).once(key, "r", writes -> {
                proxy.loseReplyTo("DynamoDB_20120810.TransactWriteItems");
                writes.put(order("1"));
                return "run " + runs.incrementAndGet();
            });
            assertThat(proxy.cuts()).isPositive();
            assertThat(order).isEqualTo("run 1");
        }
        assertThat(isThere("1")).isTrue();
        assertThat(operation().once(key, "r", writes -> "never")).isEqualTo("run 1");
    }

    @Test
    @DisplayName("F2 that is sent again when DynamoDB has forgotten its request token is recognised by the record")
    void requestTokenForgotten() {
        Forgetful forgetful = new Forgetful();
        DynamoDbStore through = open(Clients.blocking(DynamoDbLocal.shared().uri(), ledger, forgetful));
        String order = texts(through).build().in(through.transactions()).once(key, "r", writes -> {
            writes.put(order("1"));
            return "order";
        });
        assertThat(order).isEqualTo("order");
        assertThat(List.copyOf(ledger.counts().keySet())).contains("TransactWriteItems");
        assertThat(ledger.counts().get("TransactWriteItems")).isEqualTo(2);
        assertThat(operation().once(key, "r", writes -> "never")).isEqualTo("order");
    }

    @Test
    @DisplayName("D3 that never arrives is reported, writes nothing, and the next call runs")
    void lostRequest() {
        try (FlakyProxy proxy = FlakyProxy.to(DynamoDbLocal.shared())) {
            DynamoDbStore through = open(Clients.blocking(DynamoDbLocal.shared().uri(proxy)));
            BoundOperation<String, Writes> operation = texts(through).build().in(through.transactions());
            assertThatThrownBy(() -> operation.once(key, "r", writes -> {
                        proxy.refuse();
                        proxy.cut();
                        writes.put(order("1"));
                        return "order";
                    }))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("call again with the same key");
        }
        assertThat(isThere("1")).isFalse();
        clock.advance(Duration.ofMinutes(5));
        assertThat(operation().attempt(key, "r", writes -> "again")).isInstanceOf(Outcome.Executed.class);
    }
}
