package dev.semel.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.servers.DynamoDbLocal;
import dev.semel.servers.FlakyProxy;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Token;
import dev.semel.testkit.TestClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

/** A reply is lost, and the SDK repeats the request: the store sends it once, and DynamoDB receives it twice. */
@DisplayName("a repetition by the SDK")
class LostRepliesTest {
    private final Ledger ledger = new Ledger();
    private final TestClock clock = Clients.clock();
    private FlakyProxy proxy;
    private DynamoDbStore store;

    @BeforeEach
    void open() {
        proxy = FlakyProxy.to(DynamoDbLocal.shared());
        store = builder(DynamoDbStore.builder(Clients.blocking(address(), ledger)));
    }

    private String address() {
        return DynamoDbLocal.shared().uri(proxy);
    }

    private DynamoDbStore builder(DynamoDbStoreBuilder builder) {
        return builder.table("lost-replies")
                .clock(clock)
                .skewAllowance(Duration.ZERO)
                .createTable(true)
                .build();
    }

    @AfterEach
    void close() {
        proxy.close();
    }

    /** Loses the reply to the next request with this action. */
    private <R> R losing(String action, Supplier<R> call) {
        ledger.forget();
        proxy.loseReplyTo("DynamoDB_20120810." + action);
        R result = call.get();
        assertThat(proxy.cuts()).isPositive();
        return result;
    }

    @Test
    @DisplayName("F4 A20 of a claim is not mistaken for another owner")
    void claim() {
        ClaimRequest request = Records.request(Records.id());
        ClaimResult result = losing("PutItem", () -> store.claim(request));
        assertThat(result).isInstanceOf(ClaimResult.Claimed.class);
        assertThat(result.record().token().nonce()).isEqualTo(request.nonce());
        assertThat(result.record().attempt()).isEqualTo(1);
        assertThat(((ClaimResult.Claimed) result).tookOver()).isFalse();
        assertThat(ledger.actions()).containsExactly("PutItem");
    }

    @Test
    @DisplayName("F4 A20 of a takeover counts as one takeover")
    void takeover() {
        RecordId id = Records.id();
        Records.claim(store, id);
        clock.advance(Records.LEASE);
        ClaimRequest request = Records.request(id);
        ledger.forget();
        Meddler meddler = new Meddler();
        DynamoDbStore other = builder(DynamoDbStore.builder(Clients.blocking(address(), meddler, ledger)));
        meddler.beforeTheSecondPut(() -> proxy.loseReplyTo("DynamoDB_20120810.PutItem"));
        ledger.forget();
        ClaimResult result = other.claim(request);
        assertThat(proxy.cuts()).isPositive();
        assertThat(((ClaimResult.Claimed) result).tookOver()).isTrue();
        assertThat(result.record().token().epoch()).isEqualTo(2);
        assertThat(ledger.actions()).containsExactly("PutItem", "PutItem");
    }

    @Test
    @DisplayName("F4 A20 of a settlement, a renewal and a release is confirmed")
    void ownersWrites() {
        RecordId id = Records.id();
        ClaimRequest request = Records.request(id);
        Token token = store.claim(request).record().token();
        assertThat(losing("UpdateItem", () -> store.renew(id, token, request.terms())))
                .isEqualTo(OwnerWrite.APPLIED);
        assertThat(losing("UpdateItem", () -> store.settle(id, token, Records.RESULT, Records.RETENTION)))
                .isEqualTo(OwnerWrite.APPLIED);
        for (ReleaseAs as : ReleaseAs.values()) {
            RecordId released = Records.id();
            Token owner = Records.claim(store, released);
            assertThat(losing("UpdateItem", () -> store.release(released, owner, as, Records.RETENTION)))
                    .isEqualTo(OwnerWrite.APPLIED);
        }
    }

    @Test
    @DisplayName("F4 is recognised through the asynchronous client, too")
    void async() {
        try (DynamoDbAsyncClient client = Clients.async(address())) {
            DynamoDbStore other = builder(DynamoDbStore.builder(client));
            RecordId id = Records.id();
            ClaimResult result = losing("PutItem", () -> other.claim(Records.request(id)));
            assertThat(result).isInstanceOf(ClaimResult.Claimed.class);
            Token token = result.record().token();
            assertThat(losing("UpdateItem", () -> other.settle(id, token, Records.RESULT, Records.RETENTION)))
                    .isEqualTo(OwnerWrite.APPLIED);
        }
    }

    @Test
    @DisplayName("F2 of each request of an operation does not make it run twice")
    void operation() {
        Operation<String> operation =
                Semel.on(store).operation("lost", Codec.text()).build();
        AtomicInteger runs = new AtomicInteger();
        String key = Records.id().key();
        proxy.loseReplyTo("DynamoDB_20120810.PutItem");
        String first = operation
                .attempt(key, "r", context -> {
                    proxy.loseReplyTo("DynamoDB_20120810.UpdateItem");
                    return "attempt " + context.attempt() + " run " + runs.incrementAndGet();
                })
                .orThrow();
        assertThat(first).isEqualTo("attempt 1 run 1");
        assertThat(operation.once(key, "r", () -> "never")).isEqualTo(first);
        assertThat(proxy.cuts()).isEqualTo(2);
    }
}
