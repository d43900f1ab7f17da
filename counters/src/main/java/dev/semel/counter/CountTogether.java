package dev.semel.counter;

import dev.semel.counter.store.CountCall;
import dev.semel.counter.store.CountChange;
import dev.semel.counter.store.CountResult;
import dev.semel.counter.store.CounterStore;
import dev.semel.counter.store.StoredCount;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An atomic change of several counters of one subject, from {@link Counters#together}. Not thread-safe. */
public final class CountTogether {
    private final CounterStore store;
    private final InstantSource clock;
    private final String subject;
    private final List<Counter> counters = new ArrayList<>();
    private final List<CountChange> changes = new ArrayList<>();
    private CountCall.@Nullable Once once;

    CountTogether(CounterStore store, InstantSource clock, String subject) {
        this.store = store;
        this.clock = clock;
        this.subject = subject;
    }

    /** Adds an amount of at least 1 to a counter, without a limit. */
    public CountTogether add(Counter counter, long amount) {
        return tryAdd(counter, amount, Long.MAX_VALUE);
    }

    /** Adds an amount of at least 1 to a counter unless its count would exceed the limit. */
    public CountTogether tryAdd(Counter counter, long amount, long limit) {
        if (limit < 0) {
            throw new IllegalArgumentException("limit is " + limit + "; must not be negative");
        }
        counters.add(counter);
        changes.add(counter.change(CounterArguments.amount(amount), limit));
        return this;
    }

    /**
     * Counts once per key, as {@link Counter#addOnce} does. A repeated call returns the first answer, even if a limit has been reached since. A
     * refusal is not remembered. The key is local to the subject and these counters, in this order. No key by default.
     *
     * @param key identifies what is counted, such as a request
     * @param remember how long the key is remembered after its latest use; must exceed the longest pause between retries
     * @throws IllegalArgumentException if the key is invalid, or the time is not between 1 ms and 10,000 days
     */
    public CountTogether once(String key, Duration remember) {
        CounterBuilder.check("the time to remember a key", remember, Duration.ofMillis(1));
        once = new CountCall.Once(CounterArguments.checked("the key", key), clock.instant(), remember);
        return this;
    }

    /**
     * The result of a change.
     *
     * @param refusedBy the first counter whose limit would have been exceeded; empty if all were counted
     * @param quotas one for each counter, in the order in which they were added
     * @param again whether an earlier call with the same key was counted: this call counted nothing, and the quotas are those of that call
     */
    public record Result(Optional<Quota> refusedBy, List<Quota> quotas, boolean again) {
        /** Returns whether all counters counted. */
        public boolean granted() {
            return refusedBy.isEmpty();
        }
    }

    /**
     * Applies all changes or none. With a key, the call is sent up to three times if the store fails.
     *
     * @throws IllegalArgumentException if there is no counter, or a counter occurs twice
     * @throws UnknownSubjectException if one of the counters does not know the subject
     */
    public Result apply() {
        CountCall call = new CountCall(subject, changes, Nonces.next(), once);
        CountResult result = once == null ? store.apply(call) : Counter.withRetries(() -> store.apply(call));
        if (result instanceof CountResult.UnknownSubject unknown) {
            throw new UnknownSubjectException(counters.get(unknown.index()).name());
        } else if (result instanceof CountResult.OverLimit over) {
            List<Quota> quotas = quotas(over.counts(), false);
            return new Result(Optional.of(quotas.get(over.index())), quotas, false);
        }
        CountResult.Applied applied = (CountResult.Applied) result;
        return new Result(Optional.empty(), quotas(applied.counts(), true), applied.again());
    }

    /**
     * Takes back what this or another call counted under the {@linkplain #once key}, such as for a request that had no effect. Frees the key, and
     * subtracts each amount from its count, down to zero, unless the window has reset since. Does nothing if nothing was counted. The call is
     * sent up to three times if the store fails.
     *
     * @throws IllegalStateException if there is no key
     */
    public void takeBack() {
        if (once == null) {
            throw new IllegalStateException("only counts with a key can be taken back; call once(key, remember) first");
        }
        CountCall call = new CountCall(subject, changes, Nonces.next(), once);
        Counter.withRetries(() -> {
            store.takeBack(call);
            return true;
        });
    }

    private List<Quota> quotas(List<StoredCount> counts, boolean granted) {
        List<Quota> quotas = new ArrayList<>();
        for (int i = 0; i < counts.size(); i++) {
            Tally tally = counters.get(i).tally(counts.get(i));
            quotas.add(new Quota(granted, tally, changes.get(i).limit()));
        }
        return List.copyOf(quotas);
    }
}
