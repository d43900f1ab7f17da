package dev.semel.engine.join;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Facts;
import dev.semel.Fingerprint;
import dev.semel.RecordState;
import dev.semel.store.RecordId;
import dev.semel.store.Result;
import dev.semel.time.Moment;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A18 the near cache")
class NearCacheTest {
    private static final Moment START = new Moment(0, 0);

    private final AtomicLong now = new AtomicLong();
    private final AtomicLong timeOfDay = new AtomicLong();
    private final NearCache cache = new NearCache(3, () -> new Moment(now.get(), timeOfDay.get()));

    private static RecordId id(int number) {
        return new RecordId("op", "", "key-" + number);
    }

    private static Settled settled() {
        Facts facts =
                new Facts("op", "", "k", RecordState.COMPLETED, 1, Instant.EPOCH, Instant.EPOCH, null, Instant.EPOCH);
        return new Settled(Fingerprint.ofText("r"), Result.value("text/plain", new byte[0]), facts);
    }

    @Test
    @DisplayName("A18 is bounded, and evicts unused records first")
    void bounded() {
        for (int i = 0; i < 3; i++) {
            cache.put(id(i), settled(), START, Duration.ofHours(1));
        }
        assertThat(cache.get(id(0))).isNotNull();
        for (int i = 3; i < 5; i++) {
            cache.put(id(i), settled(), START, Duration.ofHours(1));
        }
        assertThat(cache.size()).isEqualTo(3);
        assertThat(cache.get(id(0))).isNotNull();
        assertThat(cache.get(id(1))).isNull();
    }

    @Test
    @DisplayName("A18 stays bounded when one record is put again and again")
    void boundedUnderRepetition() {
        for (int i = 0; i < 1_000; i++) {
            cache.put(id(i % 2), settled(), START, Duration.ofHours(1));
            cache.get(id(i % 2));
        }
        assertThat(cache.size()).isLessThanOrEqualTo(3);
        assertThat(cache.get(id(1))).isNotNull();
    }

    @Test
    @DisplayName("A18 serves nothing past its retention, counted from before the store was asked")
    void retention() {
        now.set(500);
        cache.put(id(1), settled(), new Moment(100, 0), Duration.ofNanos(1_000));
        now.set(1_099);
        assertThat(cache.get(id(1))).isNotNull();
        now.set(1_100);
        assertThat(cache.get(id(1))).isNull();
        assertThat(cache.size()).isZero();
    }

    @Test
    @DisplayName(
            "A18 serves nothing past its retention, although its clock stood still while the machine was suspended")
    void suspended() {
        cache.put(id(1), settled(), START, Duration.ofSeconds(1));
        timeOfDay.set(1_000);
        assertThat(cache.get(id(1))).isNotNull();
        timeOfDay.set(1_001);
        assertThat(cache.get(id(1))).isNull();
        assertThat(cache.size()).isZero();
    }

    @Test
    @DisplayName(
            "A18 serves nothing past its retention, although the machine was suspended before the store's answer arrived")
    void suspendedBeforeTheAnswer() {
        timeOfDay.set(3_600_000);
        cache.put(id(1), settled(), START, Duration.ofSeconds(1));
        assertThat(cache.get(id(1))).isNull();
    }

    @Test
    @DisplayName("A18 keeps a record whose retention is longer than a clock can count")
    void forEver() {
        cache.put(id(1), settled(), START, Duration.ofDays(365 * 300));
        assertThat(cache.get(id(1))).isNotNull();
    }

    @Test
    @DisplayName("A18 does not keep an expired record")
    void nothingThatIsOver() {
        cache.put(id(1), settled(), START, Duration.ZERO);
        cache.put(id(2), settled(), START, Duration.ofNanos(-1));
        assertThat(cache.size()).isZero();
    }
}
