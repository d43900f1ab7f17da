package dev.semel.dynamodb;

import static dev.semel.policy.Policies.replayFailures;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.BoundOperation;
import dev.semel.Codec;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.StoreException;
import dev.semel.store.ClaimResult;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Token;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

@DisplayName("concurrent transactions on the same items, and other passing failures")
class ConflictsTest {
    private static final String TABLE = "conflicts";
    private final Refusing refusing = new Refusing();
    private final Ledger ledger = new Ledger();
    private final DynamoDbStore store = DynamoDbStore.builder(Clients.shared(ledger, refusing))
            .table(TABLE)
            .createTable(true)
            .build();
    private final RecordId id = Records.id();

    private void conflicts(String action, int times) {
        refusing.refuse(
                action,
                times,
                () -> TransactionConflictException.builder()
                        .message("a transaction has it")
                        .build());
    }

    @Test
    @DisplayName("F4 a claim and every write of an owner are retried until they succeed")
    void plainWrites() {
        conflicts("PutItem", 3);
        ClaimResult claimed = store.claim(Records.request(id));
        assertThat(claimed).isInstanceOf(ClaimResult.Claimed.class);
        assertThat(claimed.record().attempt()).isEqualTo(1);
        Token token = claimed.record().token();
        conflicts("UpdateItem", 3);
        assertThat(store.renew(id, token, Records.request(id).terms())).isEqualTo(OwnerWrite.APPLIED);
        conflicts("UpdateItem", 3);
        assertThat(store.settle(id, token, Records.RESULT, Records.RETENTION)).isEqualTo(OwnerWrite.APPLIED);
        conflicts("PutItem", 3);
        assertThat(store.claim(Records.request(id))).isInstanceOf(ClaimResult.Settled.class);
        RecordId other = Records.id();
        Token owner = Records.claim(store, other);
        conflicts("UpdateItem", 3);
        assertThat(store.release(other, owner, ReleaseAs.RUNNABLE, Records.RETENTION))
                .isEqualTo(OwnerWrite.APPLIED);
    }

    @Test
    @DisplayName("F4 a conflict that does not end is a failure of the store, and the same call succeeds later")
    void lasting() {
        conflicts("PutItem", Integer.MAX_VALUE);
        var request = Records.request(id);
        assertThatThrownBy(() -> store.claim(request))
                .isInstanceOf(StoreException.class)
                .hasCauseInstanceOf(TransactionConflictException.class);
        conflicts("PutItem", 0);
        assertThat(store.claim(request)).isInstanceOf(ClaimResult.Claimed.class);
    }

    @Test
    @DisplayName("F4 an exception of the client that is not the SDK's is a failure of the store as well")
    void closedClient() {
        refusing.refuse("PutItem", 1, () -> new RejectedExecutionException("shut down"));
        assertThatThrownBy(() -> store.claim(Records.request(id))).isInstanceOf(StoreException.class);
        assertThat(store.claim(Records.request(id))).isInstanceOf(ClaimResult.Claimed.class);
    }

    private static TransactionCanceledException canceled(String... codes) {
        return TransactionCanceledException.builder()
                .message("canceled")
                .cancellationReasons(Arrays.stream(codes)
                        .map(code -> CancellationReason.builder().code(code).build())
                        .toList())
                .build();
    }

    private Outcome<String> order(BoundOperation<String, Writes> operation) {
        return operation.attempt(id.key(), "r", writes -> {
            writes.put(Put.builder()
                    .tableName(TABLE)
                    .item(Map.of("id", AttributeValue.fromS("order#" + id.key())))
                    .conditionExpression("attribute_not_exists(id)")
                    .build());
            return "order of attempt " + writes.attempt();
        });
    }

    private BoundOperation<String, Writes> operation() {
        return Semel.on(store)
                .operation("orders", Codec.text())
                .lease(Duration.ofMinutes(5))
                .afterFailure(replayFailures())
                .build()
                .in(store.transactions());
    }

    private void assertNotStored(Supplier<RuntimeException> failure) {
        refusing.refuse("TransactWriteItems", Integer.MAX_VALUE, failure);
        assertThatThrownBy(() -> order(operation()))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("call again with the same key");
        refusing.refuse("TransactWriteItems", 0, failure);
        assertThat(order(operation())).isInstanceOf(Outcome.Executed.class);
        assertThat(order(operation())).isInstanceOf(Outcome.Replayed.class);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"})
    @DisplayName("D3 a transaction that conflicts prevent is not stored as a failure to be replayed")
    void transactionThatOthersPrevent(String code) {
        assertNotStored(() -> canceled(code, "None"));
    }

    @Test
    @DisplayName("D3 a transaction that is cancelled without a reason is reported, and not stored as a failure")
    void canceledWithoutReasons() {
        assertNotStored(() -> canceled());
    }

    @Test
    @DisplayName("D3 an exception of the client during a transaction is not stored as a failure")
    void transactionOverAClosedClient() {
        assertNotStored(() -> new IllegalStateException("Connection pool shut down"));
    }

    @Test
    @DisplayName("D3 a transaction that conflicts with another one is retried, and applied once")
    void passingConflict() {
        refusing.refuse("TransactWriteItems", 2, () -> canceled("None", "TransactionConflict"));
        assertThat(order(operation())).isInstanceOf(Outcome.Executed.class);
        assertThat(order(operation()).orThrow()).isEqualTo("order of attempt 1");
    }
}
