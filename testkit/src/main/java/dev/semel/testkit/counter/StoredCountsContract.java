package dev.semel.testkit.counter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.counter.store.CountCall;
import dev.semel.counter.store.CountChange;
import dev.semel.counter.store.CountResult;
import dev.semel.counter.store.CounterId;
import dev.semel.counter.store.CounterStore;
import dev.semel.counter.store.Span;
import dev.semel.counter.store.StoredCount;
import dev.semel.store.Nonce;
import dev.semel.testkit.GoldenContract;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Counts that earlier releases have written: every later version finds them, adds to them, knows their keys and takes them back. */
public abstract class StoredCountsContract extends GoldenContract<CounterStore> {
    private static final String SUBJECT = "subject-ü";
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant END = Instant.parse("2126-01-01T00:00:00Z");
    private static final Duration CENTURY = Duration.between(START, END);

    /** Creates the contract. */
    protected StoredCountsContract() {}

    @Override
    protected void write(CounterStore store) {
        store.apply(call(41, 1, null));
        store.apply(keyed(2));
    }

    @Override
    protected void check(CounterStore store) {
        assertThat(store.find(new CounterId("requests", SUBJECT))).contains(count(42));
        assertThat(store.apply(keyed(3))).as("under a known key").isEqualTo(applied(42, true));
        assertThat(store.apply(call(1, 4, null))).isEqualTo(applied(43, false));
        store.takeBack(keyed(5));
        assertThat(store.find(new CounterId("requests", SUBJECT))).contains(count(42));
        assertThat(store.apply(keyed(6))).as("under a key that is free again").isEqualTo(applied(43, false));
    }

    private static CountCall keyed(long nonce) {
        return call(1, nonce, new CountCall.Once("key", START, CENTURY));
    }

    private static CountCall call(long amount, long nonce, CountCall.@Nullable Once once) {
        CountChange change = new CountChange(
                "requests",
                amount,
                Long.MAX_VALUE,
                new Span.Fixed(START, END),
                CountChange.UnknownSubjects.CREATE,
                Duration.ZERO);
        return new CountCall(SUBJECT, List.of(change), new Nonce(0, nonce), once);
    }

    private static StoredCount count(long count) {
        return new StoredCount(START, END, count);
    }

    private static CountResult applied(long count, boolean again) {
        return new CountResult.Applied(List.of(count(count)), again);
    }
}
