package dev.semel.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Fingerprint;
import dev.semel.RecordState;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import dev.semel.testkit.TestClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Two nodes, A and B, each with its own clock. */
@DisplayName("leases and retentions, to the millisecond")
class BoundariesTest {
    private static final String TABLE = "boundaries";
    private static final Duration SKEW = Duration.ofMillis(700);
    private static final Duration MILLI = Duration.ofMillis(1);

    private final DynamoDbClient client = Clients.shared();
    private final TestClock clockA = Clients.clock();
    private final TestClock clockB = new TestClock(clockA.instant());
    private final DynamoDbStore a = open(clockA);
    private final DynamoDbStore b = open(clockB);

    private DynamoDbStore open(TestClock clock) {
        return DynamoDbStore.builder(client)
                .table(TABLE)
                .clock(clock)
                .skewAllowance(SKEW)
                .createTable(true)
                .build();
    }

    private void pass(Duration time) {
        clockA.advance(time);
        clockB.advance(time);
    }

    @Test
    @DisplayName("F4 a lease has expired when the allowance has passed after its end, and not before")
    void leaseEnd() {
        RecordId id = Records.id();
        Records.claim(a, id);
        pass(Records.LEASE.plus(SKEW).minus(MILLI));
        assertThat(b.claim(Records.request(id))).isInstanceOf(ClaimResult.Busy.class);
        assertThat(b.claim(Records.holding(id))).isInstanceOf(ClaimResult.Busy.class);
        assertThat(b.find(id).orElseThrow().state()).isEqualTo(RecordState.IN_PROGRESS);
        pass(MILLI);
        assertThat(b.find(id).orElseThrow().state()).isEqualTo(RecordState.ABANDONED);
        assertThat(b.claim(Records.holding(id))).isInstanceOf(ClaimResult.InDoubt.class);
        assertThat(b.claim(Records.request(id))).isInstanceOf(ClaimResult.Claimed.class);
    }

    @Test
    @DisplayName(
            "F4 a node whose clock is ahead by the allowance does not take over before the owner's own clock has reached the end")
    void nodeAhead() {
        clockB.advance(SKEW);
        RecordId id = Records.id();
        Records.claim(a, id);
        pass(Records.LEASE.minus(MILLI));
        assertThat(b.claim(Records.request(id))).isInstanceOf(ClaimResult.Busy.class);
        pass(MILLI);
        assertThat(b.claim(Records.request(id))).isInstanceOf(ClaimResult.Claimed.class);
    }

    @Test
    @DisplayName("a caller that gets busy learns how long to wait until it may take over")
    void timeLeft() {
        RecordId id = Records.id();
        Records.claim(a, id);
        pass(Records.LEASE);
        StoredRecord busy = b.claim(Records.request(id)).record();
        assertThat(Duration.between(busy.asOf(), busy.leaseEnd())).isEqualTo(SKEW);
    }

    @Test
    @DisplayName("F4 an expired record that was not deleted is claimable when the allowance has passed, and not before")
    void retentionEnd() {
        RecordId id = Records.id();
        a.settle(id, Records.claim(a, id), Records.RESULT, Records.RETENTION);
        pass(Records.RETENTION.plus(SKEW).minus(MILLI));
        assertThat(b.claim(Records.request(id))).isInstanceOf(ClaimResult.Settled.class);
        assertThat(b.claim(Records.request(id, Fingerprint.ofText("other"), true)))
                .isInstanceOf(ClaimResult.Mismatch.class);
        assertThat(b.find(id)).isPresent();
        pass(MILLI);
        assertThat(b.find(id)).isEmpty();
        assertThat(Records.item(client, TABLE, id)).isNotEmpty();
        StoredRecord next =
                b.claim(Records.request(id, Fingerprint.ofText("other"), true)).record();
        assertThat(next.attempt()).isEqualTo(1);
        assertThat(next.token().epoch()).isEqualTo(2);
    }

    @Test
    @DisplayName("F4 a purge leaves a record until the allowance has passed after its retention")
    void purge() {
        RecordId id = Records.id();
        a.settle(id, Records.claim(a, id), Records.RESULT, Records.RETENTION);
        pass(Records.RETENTION.plus(SKEW).minus(MILLI));
        b.purge(1_000);
        assertThat(Records.item(client, TABLE, id)).isNotEmpty();
        pass(MILLI);
        b.purge(1_000);
        assertThat(Records.item(client, TABLE, id)).isEmpty();
    }

    @Test
    @DisplayName("fractions of a millisecond count for the owner of a lease and against nodes that judge it")
    void partsOfAMilli() {
        clockA.advance(Duration.ofNanos(300_000));
        clockB.advance(Duration.ofNanos(300_000));
        RecordId id = Records.id();
        StoredRecord claimed = a.claim(Records.request(id)).record();
        assertThat(claimed.leaseEnd())
                .isEqualTo(clockA.instant().plus(Records.LEASE).plusNanos(700_000));
        pass(Records.LEASE.plus(SKEW));
        assertThat(b.claim(Records.request(id))).isInstanceOf(ClaimResult.Busy.class);
        pass(Duration.ofNanos(700_000));
        assertThat(b.claim(Records.request(id))).isInstanceOf(ClaimResult.Claimed.class);
    }

    @Test
    @DisplayName(
            "F4 DynamoDB may delete an item in the first whole second after its end and the allowance, never before")
    void timeToLive() {
        clockA.advance(Duration.ofMillis(123));
        RecordId id = Records.id();
        ClaimRequest request = Records.request(id);
        Token token = a.claim(request).record().token();
        assertTimeToLive(id);
        a.renew(id, token, request.terms());
        assertTimeToLive(id);
        a.settle(id, token, Records.RESULT, Records.RETENTION.plusMillis(1));
        assertTimeToLive(id);
    }

    private void assertTimeToLive(RecordId id) {
        Map<String, AttributeValue> item = Records.item(client, TABLE, id);
        Instant end = Instant.ofEpochMilli(Records.number(item, "expires_at")).plus(SKEW);
        Instant deletion = Instant.ofEpochSecond(Records.number(item, "ttl"));
        assertThat(deletion).isAfterOrEqualTo(end).isBefore(end.plusSeconds(1));
    }

    @Test
    @DisplayName("a record that stays until it is settled has no time to live, and gets one when it is settled")
    void noTimeToLive() {
        RecordId id = Records.id();
        ClaimRequest request = Records.holding(id);
        Token token = a.claim(request).record().token();
        assertThat(Records.item(client, TABLE, id)).doesNotContainKeys("ttl", "expires_at");
        a.renew(id, token, Records.request(id).terms());
        assertThat(Records.item(client, TABLE, id)).containsKeys("ttl", "expires_at");
        a.renew(id, token, request.terms());
        assertThat(Records.item(client, TABLE, id)).doesNotContainKeys("ttl", "expires_at");
        a.settle(id, token, Records.RESULT, Records.RETENTION);
        assertThat(Records.item(client, TABLE, id)).containsKeys("ttl", "expires_at");
    }

    @Test
    @DisplayName(
            "A6 a record that is released as abandoned is abandoned immediately, also for a node whose clock is behind")
    void releasedAsAbandoned() {
        clockB.advance(SKEW.negated());
        RecordId id = Records.id();
        Token token = Records.claim(a, id);
        a.release(id, token, ReleaseAs.ABANDONED, Records.RETENTION);
        ClaimResult result = b.claim(Records.request(id));
        assertThat(result).isInstanceOf(ClaimResult.Claimed.class);
        assertThat(((ClaimResult.Claimed) result).tookOver()).isTrue();
    }

    @Test
    @DisplayName("a clock that is set back during a claim does not revive an expired record")
    void clockSetBack() {
        RecordId id = Records.id();
        a.settle(id, Records.claim(a, id), Records.RESULT, Records.RETENTION);
        Instant over = clockA.instant().plus(Records.RETENTION).plus(SKEW);
        Instant[] readings = {over, clockA.instant()};
        int[] reading = new int[1];
        DynamoDbStore jumping = DynamoDbStore.builder(client)
                .table(TABLE)
                .clock(() -> readings[Math.min(reading[0]++, 1)])
                .skewAllowance(SKEW)
                .checkTable(false)
                .build();
        StoredRecord next = jumping.claim(Records.request(id)).record();
        assertThat(next.attempt()).isEqualTo(1);
        assertThat(next.createdAt()).isEqualTo(over);
    }
}
