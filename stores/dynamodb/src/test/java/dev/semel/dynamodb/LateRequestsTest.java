package dev.semel.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Fingerprint;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Token;
import dev.semel.testkit.TestClock;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** A request arrives after its sender has given up. */
@DisplayName("a request that arrives late")
class LateRequestsTest {
    private static final String TABLE = "late";
    private final Ledger ledger = new Ledger();
    private final TestClock clock = Clients.clock();
    private final DynamoDbClient client = Clients.shared(ledger);
    private final DynamoDbStore store = DynamoDbStore.builder(client)
            .table(TABLE)
            .clock(clock)
            .skewAllowance(Duration.ZERO)
            .createTable(true)
            .build();

    private long leaseEnd(RecordId id) {
        return Records.number(Records.item(client, TABLE, id), "lease_end");
    }

    @Test
    @DisplayName("A9 does not shorten a lease that was renewed since")
    void renewal() {
        RecordId id = Records.id();
        ClaimRequest request = Records.request(id);
        Token token = store.claim(request).record().token();
        store.renew(id, token, request.terms());
        UpdateItemRequest late = ledger.last(UpdateItemRequest.class);
        clock.advance(Duration.ofSeconds(10));
        store.renew(id, token, request.terms());
        long renewed = leaseEnd(id);
        assertThatThrownBy(() -> client.updateItem(late)).isInstanceOf(ConditionalCheckFailedException.class);
        assertThat(leaseEnd(id)).isEqualTo(renewed);
    }

    @Test
    @DisplayName("A9 does not shorten a lease that was renewed since, even if the clock was set back")
    void renewalAfterTheClockWasSetBack() {
        RecordId id = Records.id();
        ClaimRequest request = Records.request(id);
        Token token = store.claim(request).record().token();
        clock.advance(Duration.ofMillis(-300));
        assertThat(store.renew(id, token, request.terms())).isEqualTo(OwnerWrite.APPLIED);
        assertThat(leaseEnd(id)).isEqualTo(clock.instant().plus(Records.LEASE).toEpochMilli());
    }

    @Test
    @DisplayName("A7 does not take over twice")
    void takeover() {
        RecordId id = Records.id();
        Records.claim(store, id);
        clock.advance(Records.LEASE);
        Token token = Records.claim(store, id);
        PutItemRequest late = ledger.last(PutItemRequest.class);
        store.settle(id, token, Records.RESULT, Records.RETENTION);
        assertThatThrownBy(() -> client.putItem(late)).isInstanceOf(ConditionalCheckFailedException.class);
        assertThat(store.claim(Records.request(id))).isInstanceOf(ClaimResult.Settled.class);
    }

    @Test
    @DisplayName("A7 neither settles nor releases a record that another owner holds")
    void settlement() {
        RecordId id = Records.id();
        Token token = Records.claim(store, id);
        store.release(id, token, ReleaseAs.RUNNABLE, Records.RETENTION);
        UpdateItemRequest late = ledger.last(UpdateItemRequest.class);
        Token next = Records.claim(store, id);
        assertThatThrownBy(() -> client.updateItem(late)).isInstanceOf(ConditionalCheckFailedException.class);
        assertThat(store.settle(id, next, Records.RESULT, Records.RETENTION)).isEqualTo(OwnerWrite.APPLIED);
        assertThatThrownBy(() -> client.updateItem(late)).isInstanceOf(ConditionalCheckFailedException.class);
    }

    @Test
    @DisplayName("claims a forgotten record as a new one, even if its clock was read before the release")
    void forgotten() {
        RecordId id = Records.id();
        Token token = Records.claim(store, id);
        TestClock before = new TestClock(clock.instant());
        clock.advance(Duration.ofSeconds(10));
        store.release(id, token, ReleaseAs.RUNNABLE, Duration.ZERO);
        DynamoDbStore late = DynamoDbStore.builder(client)
                .table(TABLE)
                .clock(before)
                .skewAllowance(Duration.ZERO)
                .build();
        ClaimResult claimed = late.claim(Records.request(id, Fingerprint.ofText("another request"), true));
        assertThat(claimed).isInstanceOf(ClaimResult.Claimed.class);
        assertThat(claimed.record().attempt()).isEqualTo(1);
    }
}
