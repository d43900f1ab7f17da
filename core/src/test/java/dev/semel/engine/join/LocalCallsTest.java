package dev.semel.engine.join;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Facts;
import dev.semel.Fingerprint;
import dev.semel.RecordState;
import dev.semel.engine.join.LocalCalls.LocalCall;
import dev.semel.store.RecordId;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("of calls that offer to ask on behalf of all")
class LocalCallsTest {
    private static final long STALE = LocalCall.STALE_AFTER.toNanos();
    private static final RecordId ID = new RecordId("op", "", "k");
    private static final Facts FACTS =
            new Facts("op", "", "k", RecordState.IN_PROGRESS, 1, Instant.EPOCH, Instant.EPOCH, null, Instant.EPOCH);

    private final LocalCalls calls = new LocalCalls();

    private static LocalCall askingAt(long now) {
        LocalCall call = new LocalCall(Fingerprint.ofText("x"), null, FACTS);
        call.asks(now);
        return call;
    }

    @Test
    @DisplayName("the first asks, even if several found the one before it stuck")
    void firstAsks() {
        LocalCall stuck = askingAt(0);
        LocalCall first = askingAt(STALE + 1);
        assertThat(calls.offer(ID, stuck, 0)).isSameAs(stuck);
        assertThat(calls.offer(ID, first, STALE)).isSameAs(stuck);
        assertThat(calls.offer(ID, first, STALE + 1)).isSameAs(first);
        assertThat(calls.offer(ID, askingAt(STALE + 1), STALE + 1)).isSameAs(first);
    }

    @Test
    @DisplayName("an overtaken one ends only itself")
    void overtaken() {
        LocalCall stuck = askingAt(0);
        LocalCall next = askingAt(STALE + 1);
        calls.offer(ID, stuck, 0);
        calls.offer(ID, next, STALE + 1);
        LocalCalls.Waiter early = stuck.join();
        LocalCalls.Waiter other = next.join();
        calls.end(ID, stuck, Optional.empty());
        assertThat(calls.get(ID)).isSameAs(next);
        assertThat(early.called()).isDone();
        assertThat(stuck.join().called()).isDone();
        assertThat(other.called()).isNotDone();
    }
}
