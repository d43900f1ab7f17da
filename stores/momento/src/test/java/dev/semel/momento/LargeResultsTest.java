package dev.semel.momento;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.StoreException;
import dev.semel.servers.momento.MomentoDouble;
import dev.semel.store.ClaimResult;
import dev.semel.store.LargeResults;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.Result;
import dev.semel.store.ResultTooLargeException;
import dev.semel.store.Token;
import dev.semel.store.UnreadableRecordException;
import dev.semel.testkit.TestClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("large results on Momento")
class LargeResultsTest {
    private final TestClock clock = TestClock.create();
    private final MomentoDouble momento = Doubles.start(clock);
    private final Bucket bucket = new Bucket();
    private final MomentoStore store =
            Doubles.builder(momento, clock).largeResults(bucket, 1_000).build();
    private final RecordId id = Records.id();

    private static final class Bucket implements LargeResults {
        private final Map<String, byte[]> kept = new ConcurrentHashMap<>();
        private Instant until = Instant.MIN;
        private boolean isBroken;

        @Override
        public void put(String name, byte[] bytes, Instant until) {
            if (isBroken) {
                throw new IllegalStateException("the bucket is gone");
            }
            this.until = until;
            kept.put(name, bytes);
        }

        @Override
        public Optional<byte[]> get(String name) {
            return Optional.ofNullable(kept.get(name));
        }
    }

    @AfterEach
    void close() {
        store.close();
        momento.close();
    }

    private static Result large() {
        return Result.value("text/plain", new byte[1_001]);
    }

    @Test
    @DisplayName("go elsewhere above the limit, and are replayed from there")
    void elsewhere() {
        Token token = Records.claim(store, id);
        assertThat(store.settle(id, token, large(), Records.RETENTION)).isEqualTo(OwnerWrite.APPLIED);
        assertThat(bucket.kept).hasSize(1);
        assertThat(bucket.until).isAfterOrEqualTo(clock.instant().plus(Records.RETENTION));
        assertThat(momento.item(Doubles.CACHE, Records.key(id)).length).isLessThan(500);
        ClaimResult replay = store.claim(Records.request(id));
        assertThat(replay.record().result()).isEqualTo(large());
        RecordId small = Records.id();
        store.settle(
                small, Records.claim(store, small), Result.value("text/plain", new byte[1_000]), Records.RETENTION);
        assertThat(bucket.kept).hasSize(1);
    }

    @Test
    @DisplayName("A21 that were changed or deleted elsewhere are refused, and so is a store that does not know where")
    void damaged() {
        store.settle(id, Records.claim(store, id), large(), Records.RETENTION);
        try (MomentoStore other = Doubles.builder(momento, clock).build()) {
            assertThatThrownBy(() -> other.find(id))
                    .isInstanceOf(UnreadableRecordException.class)
                    .hasMessageContaining("largeResults");
        }
        bucket.kept.replaceAll((name, bytes) -> new byte[1_002]);
        assertThatThrownBy(() -> store.claim(Records.request(id)))
                .isInstanceOf(UnreadableRecordException.class)
                .hasMessageContaining("was changed");
        bucket.kept.clear();
        assertThatThrownBy(() -> store.claim(Records.request(id)))
                .isInstanceOf(UnreadableRecordException.class)
                .hasMessageContaining("deleted too early");
    }

    @Test
    @DisplayName("that could not be kept leave the record in progress, and the settlement can be sent again")
    void broken() {
        Token token = Records.claim(store, id);
        bucket.isBroken = true;
        assertThatThrownBy(() -> store.settle(id, token, large(), Records.RETENTION))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("the bucket is gone");
        assertThat(store.claim(Records.request(id))).isInstanceOf(ClaimResult.Busy.class);
        bucket.isBroken = false;
        assertThat(store.settle(id, token, large(), Records.RETENTION)).isEqualTo(OwnerWrite.APPLIED);
    }

    @Test
    @DisplayName("of the largest size that can be set are stored with the longest names, within Momento's limit")
    void largest() {
        try (MomentoStore wide = Doubles.builder(momento, clock)
                .maxResultBytes(4_983_616)
                .timeout(Duration.ofMinutes(1))
                .build()) {
            RecordId longest = new RecordId("o".repeat(255), "s".repeat(1_000), "k".repeat(1_000));
            Result most = Result.value("text/plain", new byte[4_983_616]);
            assertThat(wide.settle(longest, Records.claim(wide, longest), most, Records.RETENTION))
                    .isEqualTo(OwnerWrite.APPLIED);
            assertThat(wide.claim(Records.request(longest)).record().result()).isEqualTo(most);
            Token token = Records.claim(wide, id);
            assertThatThrownBy(() ->
                            wide.settle(id, token, Result.value("text/plain", new byte[4_983_617]), Records.RETENTION))
                    .isInstanceOf(ResultTooLargeException.class);
        }
    }
}
