package dev.semel.counter;

import dev.semel.counter.store.CountCall;
import dev.semel.counter.store.CountChange;
import dev.semel.counter.store.CountResult;
import dev.semel.counter.store.CounterStore;
import dev.semel.counter.store.StoredCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A change of several counters of one subject, of which all take effect or none. Made by {@link Counters#together}; for one thread. */
public final class CountTogether {
    private final CounterStore store;
    private final String subject;
    private final List<Counter> counters = new ArrayList<>();
    private final List<CountChange> changes = new ArrayList<>();

    CountTogether(CounterStore store, String subject) {
        this.store = store;
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
     * What came of it.
     *
     * @param refusedBy the first counter whose limit would have been passed; empty if all were counted
     * @param quotas one for each counter, in the order in which they were added
     */
    public record Result(Optional<Quota> refusedBy, List<Quota> quotas) {
        /** Whether all were counted. */
        public boolean granted() {
            return refusedBy.isEmpty();
        }
    }

    /**
     * Counts all, or nothing.
     *
     * @throws IllegalArgumentException if there is no counter, or one of them twice
     * @throws UnknownSubjectException if one of the counters does not know the subject
     */
    public Result apply() {
        CountResult result = store.apply(new CountCall(subject, changes, Nonces.next(), null));
        if (result instanceof CountResult.UnknownSubject unknown) {
            throw new UnknownSubjectException(counters.get(unknown.index()).name());
        } else if (result instanceof CountResult.OverLimit over) {
            List<Quota> quotas = quotas(over.counts(), false);
            return new Result(Optional.of(quotas.get(over.index())), quotas);
        }
        return new Result(Optional.empty(), quotas(((CountResult.Applied) result).counts(), true));
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
