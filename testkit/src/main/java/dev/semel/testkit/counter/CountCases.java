package dev.semel.testkit.counter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.counter.store.CountCall;
import dev.semel.counter.store.CountChange;
import dev.semel.counter.store.CountChange.UnknownSubjects;
import dev.semel.counter.store.CountResult;
import dev.semel.counter.store.CounterId;
import dev.semel.counter.store.CounterStore;
import dev.semel.counter.store.Span;
import dev.semel.counter.store.StoredCount;
import dev.semel.store.Nonce;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The calls and helpers that all themes of the contract share. */
abstract class CountCases {
    static final long NONE = Long.MAX_VALUE;
    static final Duration DAY = Duration.ofDays(1);

    /** The present day, so that a server that deletes by its own clock deletes nothing during the tests. */
    @SuppressWarnings("TimeInStaticInitializer") // one day for all cases, also over midnight
    static final Instant TODAY = Instant.now().truncatedTo(ChronoUnit.DAYS);

    private final CounterStoreContract contract;
    private final String subject;

    CountCases(CounterStoreContract contract) {
        this.contract = contract;
        this.subject = "subject-" + contract.run();
    }

    final CounterStoreContract contract() {
        return contract;
    }

    final CounterStore store() {
        return contract.store();
    }

    final String subject() {
        return subject;
    }

    /** Returns the window of the day that is this many days after today. */
    static Span day(int number) {
        Instant start = TODAY.plus(DAY.multipliedBy(number));
        return new Span.Fixed(start, start.plus(DAY));
    }

    static StoredCount count(int day, long count) {
        Span.Fixed fixed = (Span.Fixed) day(day);
        return new StoredCount(fixed.start(), fixed.end(), count);
    }

    static CountChange change(String counter, long amount, Span span) {
        return change(counter, amount, NONE, span);
    }

    static CountChange change(String counter, long amount, long limit, Span span) {
        return new CountChange(counter, amount, limit, span, UnknownSubjects.CREATE, DAY);
    }

    final CountCall call(CountChange... changes) {
        return new CountCall(subject, Arrays.asList(changes), nonce(), null);
    }

    final CountCall once(String key, CountChange... changes) {
        return new CountCall(subject, Arrays.asList(changes), nonce(), new CountCall.Once(key, TODAY, DAY));
    }

    static Nonce nonce() {
        UUID random = UUID.randomUUID();
        return new Nonce(random.getMostSignificantBits(), random.getLeastSignificantBits());
    }

    /** Adds 1 to the counter {@code c} on a day, and returns the count. */
    final StoredCount add(int day) {
        return add(day, 1);
    }

    final StoredCount add(int day, long amount) {
        return applied(call(change("c", amount, day(day))));
    }

    final StoredCount applied(CountCall call) {
        return allApplied(call).get(0);
    }

    final List<StoredCount> allApplied(CountCall call) {
        CountResult result = store().apply(call);
        assertThat(result).isInstanceOf(CountResult.Applied.class);
        return ((CountResult.Applied) result).counts();
    }

    final CountResult.OverLimit refused(CountCall call) {
        CountResult result = store().apply(call);
        assertThat(result).isInstanceOf(CountResult.OverLimit.class);
        return (CountResult.OverLimit) result;
    }

    final @Nullable StoredCount stored(String counter) {
        return store().find(new CounterId(counter, subject)).orElse(null);
    }

    final StoredCount stored() {
        return Objects.requireNonNull(stored("c"), "no count was found");
    }
}
