package dev.semel.jdbc.counter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.counter.Counter;
import dev.semel.counter.Counters;
import dev.semel.counter.Window;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.Pools;
import dev.semel.jdbc.PurgeEvent;
import dev.semel.jdbc.Purger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a purger of records and counts")
class PurgedCountsTest {
    private final DataSource pool = Pools.h2("purged-counts");
    private final JdbcStore records = JdbcStore.builder(pool).createSchema(true).build();
    private final JdbcCounterStore counts =
            JdbcCounterStore.builder(pool).createSchema(true).build();
    private final List<PurgeEvent> events = new ArrayList<>();

    private Counter counter(Instant now) {
        return Counters.on(counts)
                .clock(() -> now)
                .counter("c", Window.every(Duration.ofMinutes(1)))
                .build();
    }

    @Test
    @DisplayName("removes expired rows of both in batches, and reports each")
    void removesBoth() {
        Counter past = counter(Instant.now().minus(Duration.ofDays(10)));
        for (int i = 0; i < 15; i++) {
            past.addOnce("subject " + i, 1, "key");
        }
        counter(Instant.now()).add("present");
        assertThat(counts.overdue(100)).isEqualTo(30);
        assertThat(counts.overdue(20)).isEqualTo(20);
        assertThat(counts.size(100)).isEqualTo(31);
        Purger.builder(records)
                .and(counts)
                .batch(10)
                .pause(Duration.ofMillis(1))
                .warnAbove(0)
                .listener(events::add)
                .build()
                .runNow();
        assertThat(events).extracting(PurgeEvent::store).containsExactly(records, counts);
        assertThat(events.get(1)).isInstanceOfSatisfying(PurgeEvent.Ran.class, ran -> {
            assertThat(ran.removed()).isEqualTo(30);
            assertThat(ran.overdue()).isZero();
        });
        assertThat(counts.size(100)).isEqualTo(1);
    }
}
