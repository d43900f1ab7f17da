package dev.semel.momento;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Codec;
import dev.semel.Fingerprint;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.servers.momento.MomentoDouble;
import dev.semel.store.ClaimResult;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Token;
import dev.semel.testkit.TestClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("requests to Momento")
class RequestsTest {
    private static final String CLAIM = "SetIf ABSENT";
    private static final String REPLACE = "SetIf ABSENT_OR_EQUAL";
    private static final String WRITE = "SetIf EQUAL";
    private static final String READ = "Get";

    private final TestClock clock = TestClock.create();
    private final MomentoDouble momento = Doubles.start(clock);
    private final MomentoStore store = Doubles.builder(momento, clock).build();

    @AfterEach
    void close() {
        store.close();
        momento.close();
    }

    @Test
    @DisplayName("A1 are two for a new operation and two for a replay")
    void newAndReplay() {
        Operation<String> operation =
                Semel.on(store).operation("requests", Codec.text()).build();
        assertThat(operation.once("k", "r", () -> "receipt")).isEqualTo("receipt");
        assertThat(momento.requests()).containsExactly(CLAIM, WRITE);
        assertThat(operation.once("k", "r", () -> "never")).isEqualTo("receipt");
        assertThat(momento.requests()).containsExactly(CLAIM, READ);
    }

    @Test
    @DisplayName("are two for each answer that changes nothing: busy, mismatch, in doubt")
    void refusals() {
        RecordId id = Records.id();
        store.claim(Records.holding(id));
        momento.requests();
        assertThat(store.claim(Records.request(id))).isInstanceOf(ClaimResult.Busy.class);
        assertThat(store.claim(Records.request(id, Fingerprint.ofText("other"), true)))
                .isInstanceOf(ClaimResult.Mismatch.class);
        clock.advance(Records.LEASE);
        assertThat(store.claim(Records.holding(id))).isInstanceOf(ClaimResult.InDoubt.class);
        assertThat(momento.requests()).containsExactly(CLAIM, READ, CLAIM, READ, CLAIM, READ);
    }

    @Test
    @DisplayName("are three for a claim that replaces a record: abandoned, released, past its retention")
    void givingWay() {
        RecordId id = Records.id();
        Records.claim(store, id);
        clock.advance(Records.LEASE);
        momento.requests();
        Token token = Records.claim(store, id);
        assertThat(momento.requests()).containsExactly(CLAIM, READ, REPLACE);
        store.release(id, token, ReleaseAs.RUNNABLE, Records.RETENTION);
        momento.requests();
        token = Records.claim(store, id);
        assertThat(momento.requests()).containsExactly(CLAIM, READ, REPLACE);
        store.settle(id, token, Records.RESULT, Records.RETENTION);
        clock.advance(Records.RETENTION);
        momento.requests();
        assertThat(Records.claim(store, id).epoch()).isEqualTo(4);
        assertThat(momento.requests()).containsExactly(CLAIM, READ, REPLACE);
    }

    @Test
    @DisplayName("are one each for renew, settle and release by the node that claimed")
    void ownersWrites() {
        RecordId id = Records.id();
        Token token = Records.claim(store, id);
        momento.requests();
        store.renew(id, token, Records.request(id).terms());
        store.renew(id, token, Records.request(id).terms());
        store.release(id, token, ReleaseAs.RUNNABLE, Records.RETENTION);
        assertThat(momento.requests()).containsExactly(WRITE, WRITE, WRITE);
        store.settle(id, Records.claim(store, id), Records.RESULT, Records.RETENTION);
        assertThat(momento.requests()).endsWith(WRITE);
    }

    @Test
    @DisplayName("are two for an owner's write by another node, which has to read the item first")
    void anotherNode() {
        RecordId id = Records.id();
        Token token = Records.claim(store, id);
        try (MomentoStore other = Doubles.builder(momento, clock).build()) {
            momento.requests();
            assertThat(other.settle(id, token, Records.RESULT, Records.RETENTION))
                    .isEqualTo(OwnerWrite.APPLIED);
            assertThat(momento.requests()).containsExactly(READ, WRITE);
            assertThat(other.settle(id, token, Records.RESULT, Records.RETENTION))
                    .isEqualTo(OwnerWrite.APPLIED);
            assertThat(momento.requests()).containsExactly(READ);
        }
    }
}
