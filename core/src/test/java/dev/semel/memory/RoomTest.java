package dev.semel.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Fingerprint;
import dev.semel.store.Nonce;
import dev.semel.store.RecordId;
import dev.semel.store.Token;
import java.time.Instant;
import java.util.Collection;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the room of a full memory store")
class RoomTest {
    private static final int MOST = 100;
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final AtomicInteger lookedAt = new AtomicInteger();
    private final ConcurrentHashMap<RecordId, MemoryRecord> records = new ConcurrentHashMap<>() {
        @Override
        public dev.semel.memory.MemoryRecord get(Object key) {
            lookedAt.incrementAndGet();
            return super.get(key);
        }

        @Override
        public Collection<dev.semel.memory.MemoryRecord> values() {
            lookedAt.addAndGet(size());
            return super.values();
        }
    };
    private final Room room = new Room(records, MOST, MemoryStore.WhenFull.REFUSE);

    private static RecordId id(int number) {
        return new RecordId("op", "", "k" + number);
    }

    private void put(int number, Instant expiry) {
        records.put(
                id(number),
                new MemoryRecord(
                        Fingerprint.ofText("x"),
                        new Token(1, new Nonce(1, number)),
                        1,
                        false,
                        false,
                        START,
                        START.plusSeconds(30),
                        expiry,
                        null));
        room.expires(expiry);
    }

    private void enter(int number, Instant expiry) {
        assertThat(room.take()).isTrue();
        put(number, expiry);
        room.entered(id(number), START);
    }

    private void fill() {
        for (int i = 0; i < MOST; i++) {
            enter(i, i == MOST / 2 ? START.plusSeconds(60) : START.plusSeconds(3_600));
        }
        lookedAt.set(0);
    }

    @Test
    @DisplayName("is refused without checking any record while none can have expired")
    void refusedAtOnce() {
        fill();
        for (int i = 0; i < 1_000; i++) {
            assertThat(room.free(START.plusSeconds(59))).isFalse();
        }
        assertThat(lookedAt).hasValue(0);
    }

    @Test
    @DisplayName("is found if one record has expired, at any position, and then refused immediately")
    void oneFarBack() {
        fill();
        Instant later = START.plusSeconds(60);
        assertThat(room.free(later)).isTrue();
        assertThat(records).doesNotContainKey(id(MOST / 2)).hasSize(MOST - 1);
        enter(MOST, START.plusSeconds(3_600));
        assertThat(room.free(later)).isFalse();
        lookedAt.set(0);
        for (int i = 0; i < 1_000; i++) {
            assertThat(room.free(later)).isFalse();
        }
        assertThat(lookedAt).hasValue(0);
        assertThat(room.free(START.plusSeconds(3_599))).isFalse();
        assertThat(room.free(START.plusSeconds(3_600))).isTrue();
    }

    @Test
    @DisplayName("is found if a record expires sooner than planned")
    void movedEarlier() {
        fill();
        put(MOST / 2, START.plusSeconds(3_600));
        assertThat(room.free(START.plusSeconds(70))).isFalse();
        put(7, START.plusSeconds(80));
        assertThat(room.free(START.plusSeconds(79))).isFalse();
        assertThat(room.free(START.plusSeconds(80))).isTrue();
        assertThat(records).doesNotContainKey(id(7));
    }

    @Test
    @DisplayName("is not searched for among records that stay until they are settled")
    void neverOver() {
        for (int i = 0; i < MOST; i++) {
            enter(i, null);
        }
        lookedAt.set(0);
        assertThat(room.free(Instant.MAX.minusSeconds(1))).isFalse();
        assertThat(lookedAt).hasValue(0);
    }
}
