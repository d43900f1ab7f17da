package dev.semel.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.BoundOperation;
import dev.semel.Codec;
import dev.semel.LeaseLostException;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.StoreException;
import dev.semel.store.ClaimResult;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Token;
import dev.semel.testkit.TestClock;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Put;

/** Time to live deletes the item of an owner that has stalled past its lease and the retention of abandoned records. An operator may do so, too. */
@DisplayName("an item that is deleted while it has an owner")
class DeletedItemsTest {
    private static final String TABLE = "deleted";
    private final TestClock clock = Clients.clock();
    private final Meddler meddler = new Meddler();
    private final DynamoDbClient client = Clients.shared();
    private final DynamoDbStore store = open(client);
    private final RecordId id = new RecordId("deleted", "", Records.id().key());

    private DynamoDbStore open(DynamoDbClient through) {
        return DynamoDbStore.builder(through)
                .table(TABLE)
                .clock(clock)
                .skewAllowance(Duration.ZERO)
                .createTable(true)
                .build();
    }

    private void delete() {
        client.deleteItem(delete -> delete.tableName(TABLE).key(Records.key(id)));
    }

    @Test
    @DisplayName("A7 refuses every write of that owner, and none of them recreates it")
    void ownersWrites() {
        Token token = Records.claim(store, id);
        delete();
        assertThat(store.renew(id, token, Records.request(id).terms())).isEqualTo(OwnerWrite.LEASE_LOST);
        assertThat(store.settle(id, token, Records.RESULT, Records.RETENTION)).isEqualTo(OwnerWrite.LEASE_LOST);
        for (ReleaseAs as : ReleaseAs.values()) {
            assertThat(store.release(id, token, as, Records.RETENTION)).isEqualTo(OwnerWrite.LEASE_LOST);
        }
        assertThat(store.find(id)).isEmpty();
    }

    @Test
    @DisplayName("A7 and claimed by another owner belongs to the new owner, although its epoch starts again")
    void claimedByAnother() {
        Token token = Records.claim(store, id);
        delete();
        Token next = Records.claim(store, id);
        assertThat(next.epoch()).isEqualTo(token.epoch());
        assertThat(store.settle(id, token, Records.RESULT, Records.RETENTION)).isEqualTo(OwnerWrite.LEASE_LOST);
        assertThat(store.renew(id, token, Records.request(id).terms())).isEqualTo(OwnerWrite.LEASE_LOST);
        assertThat(store.settle(id, next, Records.RESULT, Records.RETENTION)).isEqualTo(OwnerWrite.APPLIED);
        assertThat(store.settle(id, token, Records.RESULT, Records.RETENTION)).isEqualTo(OwnerWrite.LEASE_LOST);
    }

    @Test
    @DisplayName("A22 between the two puts of a claim is claimed as a new record")
    void betweenTwoPuts() {
        Records.claim(store, id);
        clock.advance(Records.LEASE);
        meddler.beforeTheSecondPut(this::delete);
        ClaimResult result = open(Clients.shared(meddler)).claim(Records.request(id));
        assertThat(result).isInstanceOf(ClaimResult.Claimed.class);
        assertThat(result.record().attempt()).isEqualTo(1);
        assertThat(((ClaimResult.Claimed) result).tookOver()).isFalse();
    }

    @Test
    @DisplayName("A11 is reported to the caller whose work has run")
    void callerIsTold() {
        Operation<String> operation =
                Semel.on(store).operation("deleted", Codec.text()).build();
        assertThatThrownBy(() -> operation.once(id.key(), "r", () -> {
                    delete();
                    return "receipt";
                }))
                .isInstanceOf(LeaseLostException.class);
        assertThat(store.find(id)).isEmpty();
    }

    @Test
    @DisplayName("D1 in transactional mode: nothing is written, the caller learns why, and the next call runs")
    void transaction() {
        BoundOperation<String, Writes> operation =
                Semel.on(store).operation("deleted", Codec.text()).build().in(store.transactions());
        Map<String, AttributeValue> order = Map.of("id", AttributeValue.fromS("order#" + id.key()));
        assertThatThrownBy(() -> operation.once(id.key(), "r", writes -> {
                    delete();
                    writes.put(Put.builder().tableName(TABLE).item(order).build());
                    return "order";
                }))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("was deleted in the meantime")
                .hasMessageContaining("call again with the same key");
        assertThat(client.getItem(get -> get.tableName(TABLE).key(order)).hasItem())
                .isFalse();
        assertThat(operation.attempt(id.key(), "r", writes -> "again")).isInstanceOf(Outcome.Executed.class);
    }
}
