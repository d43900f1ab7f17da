package dev.semel.torture.layer;

import dev.semel.counter.store.CountCall;
import dev.semel.counter.store.CountResult;
import dev.semel.counter.store.CounterId;
import dev.semel.counter.store.CounterStore;
import dev.semel.counter.store.StoredCount;
import dev.semel.store.StoreException;
import dev.semel.testkit.history.Kind;
import dev.semel.torture.protocol.Journal;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/** What {@link LossyStore} is for records. */
public final class LossyCounts implements CounterStore {
    private final CounterStore target;
    private final Journal journal;
    private final int perMille;

    public LossyCounts(CounterStore target, Journal journal, int perMille) {
        this.target = target;
        this.journal = journal;
        this.perMille = perMille;
    }

    @Override
    public CountResult apply(CountCall call) {
        return losing(call, () -> target.apply(call));
    }

    private <R> R losing(CountCall call, Supplier<R> step) {
        int dice = ThreadLocalRandom.current().nextInt(2000);
        if (dice < perMille) {
            throw lost(call, "request");
        }
        R result = step.get();
        if (dice >= 2000 - perMille) {
            throw lost(call, "reply");
        }
        return result;
    }

    private StoreException lost(CountCall call, String what) {
        journal.write(Kind.LOST, WatchedCounts.idOf(call), "what", what);
        return new StoreException("a " + what + " was lost on purpose", null);
    }

    @Override
    public void takeBack(CountCall call) {
        losing(call, () -> {
            target.takeBack(call);
            return true;
        });
    }

    @Override
    public Optional<StoredCount> find(CounterId id) {
        return target.find(id);
    }

    @Override
    public int purge(Instant now, int limit) {
        return target.purge(now, limit);
    }

    @Override
    public void close() {
        target.close();
    }
}
