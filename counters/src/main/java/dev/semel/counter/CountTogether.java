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

/** A change of several counters of one subject, of which all take effect or none. Made by {@link Counters#together}; for one thread. */
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

    /** Adds an amount of at least 1 to a counter if its count does not pass the limit by that. */
    public CountTogether tryAdd(Counter counter, long amount, long limit) {
        if (limit < 0) {
            throw new IllegalArgumentException("the limit is " + limit + "; it must not be negative");
        }
        counters.add(counter);
        changes.add(counter.change(Text.amount(amount), limit));
        return this;
    }

    /**
     * Not by default. Counts once under a key, as {@link Counter#addOnce} does: whoever comes again with it gets the first answer, also where a limit
     * is reached by now. What was refused is not remembered. The key belongs to the subject and these counters, in this order.
     *
     * @param key of the thing that is counted, such as a request
     * @param remember how long the key is remembered from its latest use; make it longer than the longest wait between two retries
     * @throws IllegalArgumentException if the key can't be one, or the time is not between 1 ms and 10,000 days
     */
    public CountTogether once(String key, Duration remember) {
        CounterBuilder.check("the time to remember a key", remember, Duration.ofMillis(1));
        once = new CountCall.Once(Text.checked("the key", key), clock.instant(), remember);
        return this;
    }

    /**
     * What came of it.
     *
     * @param refusedBy the first counter whose limit would have been passed; empty if all were counted
     * @param quotas one for each counter, in the order in which they were added
     * @param again whether all were counted before, under the same key: nothing was counted now, and the quotas are as they were then
     */
    public record Result(Optional<Quota> refusedBy, List<Quota> quotas, boolean again) {
        /** Whether all were counted. */
        public boolean granted() {
            return refusedBy.isEmpty();
        }
    }

    /**
     * Counts all, or nothing. With a key the call is sent up to three times if the store fails.
     *
     * @throws IllegalArgumentException if there is no counter, or one of them twice
     * @throws UnknownSubjectException if one of the counters does not know the subject
     */
    public Result apply() {
        CountCall call = new CountCall(subject, changes, Nonces.next(), once);
        CountResult result = once == null ? store.apply(call) : Counter.withPatience(() -> store.apply(call));
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
     * Takes back what was counted under the {@linkplain #once key}, by this call or another one, such as for a request that turned out to have no effect: the
     * key is free again, and every count is less by its amount, down to zero, unless its window has turned since. Does nothing if nothing was counted. Sent up to
     * three times if the store fails.
     *
     * @throws IllegalStateException if there is no key
     */
    public void takeBack() {
        if (once == null) {
            throw new IllegalStateException(
                    "only what was counted under a key can be taken back; say once(key, remember)");
        }
        CountCall call = new CountCall(subject, changes, Nonces.next(), once);
        Counter.withPatience(() -> {
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
