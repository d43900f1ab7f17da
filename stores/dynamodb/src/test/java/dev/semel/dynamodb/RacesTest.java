package dev.semel.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.Token;
import dev.semel.testkit.TestClock;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A node finds a record that it can replace, and the record changes before the node's second put arrives. */
@DisplayName("between the two puts of a claim")
class RacesTest {
    private static final String TABLE = "races";
    private final TestClock clock = Clients.clock();
    private final Meddler meddler = new Meddler();
    private final DynamoDbStore owner = open(Clients.shared());
    private final DynamoDbStore other = open(Clients.shared(meddler));
    private final RecordId id = Records.id();
    private final ClaimRequest first = Records.request(id);
    private final Token token = owner.claim(first).record().token();

    private DynamoDbStore open(DynamoDbClient client) {
        return DynamoDbStore.builder(client)
                .table(TABLE)
                .clock(clock)
                .skewAllowance(Duration.ZERO)
                .createTable(true)
                .build();
    }

    private ClaimResult takeOverWhile(Runnable deed) {
        clock.advance(Records.LEASE);
        meddler.beforeTheSecondPut(deed);
        return other.claim(Records.request(id));
    }

    @Test
    @DisplayName("A6 the owner renews: the claim is busy, and the owner continues")
    void renewal() {
        ClaimResult result = takeOverWhile(() -> owner.renew(id, token, first.terms()));
        assertThat(result).isInstanceOf(ClaimResult.Busy.class);
        assertThat(owner.settle(id, token, Records.RESULT, Records.RETENTION)).isEqualTo(OwnerWrite.APPLIED);
    }

    @Test
    @DisplayName("A8 the owner settles: its result is replayed")
    void settlement() {
        ClaimResult result = takeOverWhile(() -> owner.settle(id, token, Records.RESULT, Records.RETENTION));
        assertThat(result).isInstanceOf(ClaimResult.Settled.class);
        assertThat(result.record().result()).isEqualTo(Records.RESULT);
    }

    @Test
    @DisplayName("A6 another node takes over: one of the two becomes the owner")
    void takeover() {
        ClaimResult result = takeOverWhile(() -> Records.claim(owner, id));
        assertThat(result).isInstanceOf(ClaimResult.Busy.class);
        assertThat(result.record().token().epoch()).isEqualTo(2);
    }

    @Test
    @DisplayName("A20 the owner repeats its claim: it is still the owner")
    void askedAgain() {
        ClaimResult result = takeOverWhile(() -> owner.claim(first));
        assertThat(result).isInstanceOf(ClaimResult.Busy.class);
        assertThat(result.record().token()).isEqualTo(token);
    }

    @Test
    @DisplayName("A22 a purge deletes the item: it is claimed as a new record")
    void purge() {
        owner.settle(id, token, Records.RESULT, Records.RETENTION);
        clock.advance(Records.RETENTION);
        ClaimResult result = takeOverWhile(() -> owner.purge(1_000));
        assertThat(result).isInstanceOf(ClaimResult.Claimed.class);
        assertThat(result.record().token().epoch()).isEqualTo(1);
    }
}
