package dev.semel.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.store.BrowsableStore;
import dev.semel.store.BrowsableStore.Query;
import dev.semel.store.ClaimResult;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.Result;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import dev.semel.store.UnreadableRecordException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Results that were changed outside of the store: by a disk, a network or a person. */
abstract class DamageCases extends Cases {
    private static final int SIZE = 300;

    DamageCases(StoreContract contract) {
        super(contract);
    }

    /** Returns bytes that compression does not shorten. */
    private static Result result() {
        byte[] bytes = new byte[SIZE];
        for (int i = 0; i < SIZE; i++) {
            bytes[i] = (byte) (i * 167 + i / 7);
        }
        return Result.value("application/octet-stream", bytes);
    }

    private RecordId settled(Result result, Duration retention) {
        RecordId id = id();
        store().settle(id, claim(id), result, retention);
        return id;
    }

    private void damage(RecordId id, UnaryOperator<byte[]> change) {
        assumeTrue(contract().damageResult(id, change), "the results of this store cannot be damaged");
    }

    private static UnaryOperator<byte[]> flip(int place, int bit) {
        return bytes -> {
            byte[] flipped = bytes.clone();
            flipped[place] ^= (byte) (1 << bit);
            return flipped;
        };
    }

    private static UnaryOperator<byte[]> ofLength(int more) {
        return bytes -> Arrays.copyOf(bytes, bytes.length + more);
    }

    private void assertUnreadable(RecordId id) {
        assertThatThrownBy(() -> store().claim(request(id, LONG)))
                .isInstanceOf(UnreadableRecordException.class)
                .hasMessageContaining(id.toString());
        assertThatThrownBy(() -> store().find(id))
                .isInstanceOf(UnreadableRecordException.class)
                .hasMessageContaining(id.toString());
    }

    @Test
    @DisplayName("A29 a result in which one bit has changed is never returned, wherever the bit is")
    void flippedBits() {
        for (int place : List.of(0, 1, SIZE / 2, SIZE - 1)) {
            for (int bit : List.of(0, 7)) {
                RecordId id = settled(result(), RETENTION);
                damage(id, flip(place, bit));
                assertUnreadable(id);
                damage(id, flip(place, bit));
                assertThat(result(find(id))).isEqualTo(result());
            }
        }
    }

    @Test
    @DisplayName("A29 a result that was truncated, emptied or extended is never returned")
    void otherLengths() {
        for (int more : List.of(-1, -SIZE / 2, -SIZE, 1)) {
            RecordId id = settled(result(), RETENTION);
            damage(id, ofLength(more));
            assertUnreadable(id);
        }
        RecordId empty = settled(Result.failure("text/plain", new byte[0]), RETENTION);
        damage(empty, ofLength(1));
        assertUnreadable(empty);
    }

    @Test
    @DisplayName("A29 an operation whose result is damaged neither runs nor replays it")
    void operationNeitherRunsNorAnswers() {
        Operation<String> operation =
                Semel.on(store()).operation(operation(), Codec.text()).build();
        operation.once("damaged", "r", () -> "receipt");
        damage(new RecordId(operation(), "", "damaged"), flip(0, 1));
        assertThatThrownBy(() -> operation.once("damaged", "r", () -> "never"))
                .isInstanceOf(UnreadableRecordException.class)
                .hasMessageNotContaining("receipt");
        assertThat(operation.once("another", "r", () -> "runs")).isEqualTo("runs");
    }

    @Test
    @DisplayName("A29 a damaged result does not affect concurrent claims of other records")
    void othersAreAnswered() throws InterruptedException {
        RecordId damaged = settled(result(), RETENTION);
        RecordId whole = settled(result(), RETENTION);
        damage(damaged, flip(0, 0));
        List<Boolean> answers = together(16, () -> {
            boolean right = true;
            for (int i = 0; i < 20; i++) {
                assertUnreadable(damaged);
                ClaimResult answer = store().claim(request(whole, LONG));
                right &= answer instanceof ClaimResult.Settled && result().equals(result(answer.record()));
            }
            return right;
        });
        assertThat(answers).containsOnly(true);
    }

    @Test
    @DisplayName("A29 a different request under the key of a damaged result is a mismatch")
    void mismatch() {
        RecordId id = settled(result(), RETENTION);
        damage(id, flip(0, 0));
        assertThat(store().claim(withFingerprint(id, OTHER))).isInstanceOf(ClaimResult.Mismatch.class);
    }

    @Test
    @DisplayName("A29 a settlement that is sent again is confirmed although its result was damaged meanwhile")
    void settledAgain() {
        RecordId id = id();
        Token token = claim(id);
        store().settle(id, token, result(), RETENTION);
        damage(id, flip(0, 0));
        assertThat(store().settle(id, token, result(), RETENTION)).isEqualTo(OwnerWrite.APPLIED);
        assertUnreadable(id);
    }

    @Test
    @DisplayName("A29 a record with a damaged result can be claimed after its retention, and is purged")
    void afterTheRetention() throws InterruptedException {
        Duration retention = contract().hasExactTime() ? Duration.ofMillis(20) : Duration.ofSeconds(1);
        RecordId claimed = settled(result(), retention);
        RecordId purged = settled(result(), retention);
        damage(claimed, flip(0, 0));
        damage(purged, flip(0, 0));
        pass(retention);
        assertThat(store().find(claimed)).isEmpty();
        Token token = claim(claimed);
        store().settle(claimed, token, RESULT, RETENTION);
        assertThat(result(find(claimed))).isEqualTo(RESULT);
        if (!contract().purgesItself()) {
            assertThat(store().purge(10_000)).isPositive();
        }
    }

    @Test
    @DisplayName("A29 browsing leaves out damaged records and returns all others, page by page")
    void browsing() {
        assumeTrue(store() instanceof BrowsableStore, "the store cannot be browsed");
        BrowsableStore browsable = (BrowsableStore) store();
        List<RecordId> whole = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            RecordId id = settled(result(), RETENTION);
            if (i % 3 == 2) {
                whole.add(id);
            } else {
                damage(id, flip(0, 0));
            }
        }
        for (int limit : List.of(1, 2, 10)) {
            List<RecordId> seen = new ArrayList<>();
            Query query = Query.first(limit).withOperation(operation());
            for (List<StoredRecord> page = browsable.browse(query); !page.isEmpty(); page = browsable.browse(query)) {
                page.forEach(record -> seen.add(record.id()));
                query = query.withAfter(BrowsableStore.Position.of(page.get(page.size() - 1)));
            }
            assertThat(seen).containsExactlyInAnyOrderElementsOf(whole);
        }
        assertThat(browsable.countByState()).isNotEmpty();
    }
}
