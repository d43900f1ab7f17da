package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Fingerprint;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.Nonce;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.RecordState;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls of all kinds in one batch, whatever the store takes the next claims for. */
abstract class MixedBatches {
    private static final LeaseTerms TERMS = new LeaseTerms(Duration.ofMinutes(5), Duration.ofHours(1));
    private static final Duration RETENTION = Duration.ofHours(1);
    private static final Fingerprint REQUEST = Fingerprint.ofText("request");

    private final String scope = UUID.randomUUID().toString();
    private JdbcStore store;
    private Sender sender;

    abstract DataSource pool();

    @BeforeEach
    void open() {
        store = JdbcStore.builder(pool()).createSchema(true).build();
        sender = new Sender(new PoolConnections(pool()), store.dialect());
    }

    private RecordId id(String key) {
        return new RecordId("batches", scope, key);
    }

    private static ClaimRequest request(RecordId id, Fingerprint fingerprint) {
        Nonce nonce = new Nonce(
                ThreadLocalRandom.current().nextLong(),
                ThreadLocalRandom.current().nextLong());
        return new ClaimRequest(id, fingerprint, () -> nonce, TERMS, true);
    }

    private Token own(String key) {
        return store.claim(request(id(key), REQUEST)).record().token();
    }

    private static Result value(String text) {
        return Result.of(Result.Kind.VALUE, "text/plain", text.getBytes(StandardCharsets.UTF_8));
    }

    private WriteCall settlement(String key, Token token, Result result) {
        return WriteCall.settlement(id(key), token, result, RETENTION);
    }

    private void send(List<Call<?>> calls) {
        List<Call<?>> open = new ArrayList<>(calls);
        for (int sent = 0; !open.isEmpty(); sent++) {
            assertThat(sent).as("times that a batch was sent").isLessThan(3);
            sender.send(open);
            open.removeIf(Call::isDone);
        }
    }

    private StoredRecord find(String key) {
        return store.find(id(key)).orElseThrow();
    }

    private void assertResult(String key, String text) {
        Result result = find(key).result();
        assertThat(result).isNotNull();
        assertThat(new String(result.bytes(), StandardCharsets.UTF_8)).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 50, 100})
    @DisplayName("each call of a batch gets its own answer, and each record its own result")
    void everyKind(int replays) {
        store.dialect().replays().pin(replays);
        Token before = own("applied before");
        store.settle(id("applied before"), before, value("first"), RETENTION);
        Token lost = new Token(own("lost").epoch() + 1, new Nonce(7, 7));
        Token renewed = own("renewed");
        Token released = own("released");
        Token running = own("running");
        List<WriteCall> settlements = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            settlements.add(settlement("settled " + i, own("settled " + i), value("result " + i)));
        }
        WriteCall again = settlement("applied before", before, value("second"));
        WriteCall refused = settlement("lost", lost, value("stolen"));
        WriteCall failure = settlement(
                "failed",
                own("failed"),
                Result.of(Result.Kind.FAILURE, "text/plain", "why".getBytes(StandardCharsets.UTF_8)));
        WriteCall renewal = WriteCall.renewal(id("renewed"), renewed, TERMS);
        WriteCall release = WriteCall.release(id("released"), released, ReleaseAs.RUNNABLE, RETENTION);
        ClaimCall fresh = new ClaimCall(request(id("fresh"), REQUEST));
        ClaimCall busy = new ClaimCall(request(id("running"), REQUEST));
        ClaimCall other = new ClaimCall(request(id("running"), Fingerprint.ofText("another")));

        List<Call<?>> calls = new ArrayList<>(settlements);
        calls.addAll(List.of(again, refused, failure, renewal, release, fresh, busy, other));
        send(calls);

        for (int i = 0; i < settlements.size(); i++) {
            assertThat(settlements.get(i).get()).isEqualTo(OwnerWrite.APPLIED);
            assertResult("settled " + i, "result " + i);
        }
        assertThat(again.get()).isEqualTo(OwnerWrite.APPLIED);
        assertResult("applied before", "first");
        assertThat(refused.get()).isEqualTo(OwnerWrite.LEASE_LOST);
        assertThat(find("lost").state()).isEqualTo(RecordState.IN_PROGRESS);
        assertThat(failure.get()).isEqualTo(OwnerWrite.APPLIED);
        assertThat(find("failed").state()).isEqualTo(RecordState.FAILED);
        assertThat(renewal.get()).isEqualTo(OwnerWrite.APPLIED);
        assertThat(release.get()).isEqualTo(OwnerWrite.APPLIED);
        assertThat(find("released").state()).isEqualTo(RecordState.RELEASED);
        assertThat(fresh.get()).isInstanceOf(ClaimResult.Claimed.class);
        assertThat(find("fresh"))
                .usingRecursiveComparison()
                .ignoringFields("asOf")
                .isEqualTo(fresh.get().record());
        assertThat(busy.get()).isInstanceOf(ClaimResult.Busy.class);
        assertThat(busy.get().record().token()).isEqualTo(running);
        assertThat(other.get()).isInstanceOf(ClaimResult.Mismatch.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 20})
    @DisplayName("settlements of many media types and retentions are all applied")
    void manyGroups(int groups) {
        List<Call<?>> calls = new ArrayList<>();
        for (int i = 0; i < 2 * groups; i++) {
            Result result = Result.of(Result.Kind.VALUE, "text/x-" + i % groups, new byte[] {(byte) i});
            Duration retention = RETENTION.plusSeconds(i % groups);
            calls.add(WriteCall.settlement(id("group " + i), own("group " + i), result, retention));
        }
        send(calls);
        for (int i = 0; i < 2 * groups; i++) {
            StoredRecord found = find("group " + i);
            assertThat(found.state()).isEqualTo(RecordState.COMPLETED);
            assertThat(found.result())
                    .isEqualTo(Result.of(Result.Kind.VALUE, "text/x-" + i % groups, new byte[] {(byte) i}));
        }
    }
}
