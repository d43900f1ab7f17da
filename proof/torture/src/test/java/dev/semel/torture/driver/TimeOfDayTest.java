package dev.semel.torture.driver;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("torture")
@DisplayName("the machine's time of day")
class TimeOfDayTest {
    private final AtomicLong clock = new AtomicLong();
    private final AtomicLong ahead = new AtomicLong(1_000_000_000_000L);
    private final TimeOfDay time = new TimeOfDay(ahead::get, clock::get);

    @Test
    @DisplayName("that is corrected bit by bit is nothing to speak of")
    void corrected() {
        for (int i = 0; i < 1_000; i++) {
            clock.addAndGet(250_000_000);
            ahead.addAndGet(125_000);
            assertThatCode(time::check).doesNotThrowAnyException();
        }
    }

    @Test
    @DisplayName("that is corrected bit by bit between two checks is not reported either")
    void correctedForLong() {
        clock.addAndGet(300_000_000_000L);
        ahead.addAndGet(150_000_000);
        assertThatCode(time::check).doesNotThrowAnyException();
    }

    @Test
    @DisplayName("that is set, to either side, ends a run")
    void set() {
        for (long by : new long[] {3_300_000_000L, -20_000_000L}) {
            ahead.addAndGet(by);
            assertThatThrownBy(time::check).hasMessageContaining("was set by " + by / 1_000_000 + " ms");
            assertThatCode(time::check).doesNotThrowAnyException();
        }
    }
}
