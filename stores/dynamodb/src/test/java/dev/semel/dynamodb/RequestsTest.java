package dev.semel.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Codec;
import dev.semel.Fingerprint;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.store.ClaimResult;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.Token;
import dev.semel.testkit.TestClock;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("requests to DynamoDB")
class RequestsTest {
    private final Ledger ledger = new Ledger();
    private final TestClock clock = Clients.clock();
    private final DynamoDbStore store = DynamoDbStore.builder(Clients.shared(ledger))
            .table("requests")
            .clock(clock)
            .skewAllowance(Duration.ZERO)
            .createTable(true)
            .build();

    @BeforeEach
    void forget() {
        ledger.forget();
    }

    @Test
    @DisplayName("A1 are two for a new operation and one for a replay, and none is a read")
    void newAndReplay() {
        Operation<String> operation =
                Semel.on(store).operation("requests", Codec.text()).build();
        String key = Records.id().key();
        assertThat(operation.once(key, "r", () -> "receipt")).isEqualTo("receipt");
        assertThat(ledger.actions()).containsExactly("PutItem", "UpdateItem");
        assertThat(operation.once(key, "r", () -> "never")).isEqualTo("receipt");
        assertThat(ledger.actions()).containsExactly("PutItem");
    }

    @Test
    @DisplayName("are one for each answer that changes nothing: busy, mismatch, in doubt")
    void refusals() {
        RecordId id = Records.id();
        store.claim(Records.holding(id));
        ledger.forget();
        assertThat(store.claim(Records.request(id))).isInstanceOf(ClaimResult.Busy.class);
        assertThat(store.claim(Records.request(id, Fingerprint.ofText("other"), true)))
                .isInstanceOf(ClaimResult.Mismatch.class);
        clock.advance(Records.LEASE);
        assertThat(store.claim(Records.holding(id))).isInstanceOf(ClaimResult.InDoubt.class);
        assertThat(ledger.actions()).containsExactly("PutItem", "PutItem", "PutItem");
    }

    @Test
    @DisplayName("are two for a claim that replaces a record: abandoned, released, past its retention")
    void givingWay() {
        RecordId id = Records.id();
        Records.claim(store, id);
        clock.advance(Records.LEASE);
        ledger.forget();
        Token token = Records.claim(store, id);
        assertThat(ledger.actions()).containsExactly("PutItem", "PutItem");
        store.release(id, token, ReleaseAs.RUNNABLE, Records.RETENTION);
        ledger.forget();
        token = Records.claim(store, id);
        assertThat(ledger.actions()).containsExactly("PutItem", "PutItem");
        store.settle(id, token, Records.RESULT, Records.RETENTION);
        clock.advance(Records.RETENTION);
        ledger.forget();
        assertThat(Records.claim(store, id).epoch()).isEqualTo(4);
        assertThat(ledger.actions()).containsExactly("PutItem", "PutItem");
    }

    @Test
    @DisplayName("are one each for renew, settle and release, confirmed or refused")
    void ownersWrites() {
        RecordId id = Records.id();
        Token token = Records.claim(store, id);
        ledger.forget();
        store.renew(id, token, Records.request(id).terms());
        store.release(id, token, ReleaseAs.RUNNABLE, Records.RETENTION);
        store.release(id, token, ReleaseAs.RUNNABLE, Records.RETENTION);
        store.settle(id, token, Records.RESULT, Records.RETENTION);
        assertThat(ledger.actions()).containsOnly("UpdateItem").hasSize(4);
    }

    @Test
    @DisplayName("cost what docs/stores/dynamodb.md says")
    void capacity() {
        RecordId id = Records.id();
        Token token = Records.claim(store, id);
        assertThat(ledger.units()).as("claim").isEqualTo(1);
        ledger.forget();
        store.settle(id, token, Records.RESULT, Records.RETENTION);
        assertThat(ledger.units()).as("settlement of a few bytes").isEqualTo(1);
        RecordId larger = Records.id();
        Token other = Records.claim(store, larger);
        ledger.forget();
        store.settle(larger, other, Result.value("text/plain", new byte[1_024]), Records.RETENTION);
        assertThat(ledger.units()).as("settlement of 1 KB").isEqualTo(2);
        ledger.forget();
        store.find(larger);
        assertThat(ledger.units()).as("find").isEqualTo(1);
    }
}
