package dev.semel.torture.layer;

import dev.semel.StoreException;
import dev.semel.counter.store.CountCall;
import dev.semel.counter.store.CountResult;
import dev.semel.counter.store.CounterStore;
import dev.semel.testkit.history.Kind;
import dev.semel.torture.protocol.Journal;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/** A lossy layer for counts, as {@link LossyStore} is for records. */
public final class LossyCounts extends CounterLayer {
    private final Journal journal;
    private final int perMille;

    public LossyCounts(CounterStore target, Journal journal, int perMille) {
        super(target);
        this.journal = journal;
        this.perMille = perMille;
    }

    @Override
    public CountResult apply(CountCall call) {
        return losing(call, () -> super.apply(call));
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
            super.takeBack(call);
            return true;
        });
    }
}
