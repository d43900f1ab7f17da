package dev.semel.torture.layer;

import dev.semel.StoreException;
import dev.semel.counter.store.CountCall;
import dev.semel.counter.store.CountResult;
import dev.semel.counter.store.CounterId;
import dev.semel.counter.store.CounterStore;
import dev.semel.counter.store.StoredCount;
import dev.semel.testkit.history.Kind;
import dev.semel.torture.protocol.CountNames;
import dev.semel.torture.protocol.Journal;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Writes the failures of a store for counts that the API hides by retrying into the journal: deadlocks, and failed calls under a key. Such a call may still be in flight, and may be applied after its increment has been taken back.
 */
public final class WatchedCounts implements CounterStore {
    private final CounterStore target;
    private final Journal journal;

    public WatchedCounts(CounterStore target, Journal journal) {
        this.target = target;
        this.journal = journal;
    }

    /** Returns the id of the count, or of the pair of counts, that a call is about. */
    static String idOf(CountCall call) {
        return CountNames.id(call.changes().get(0).counter(), call.subject());
    }

    /** Runs a step, and reports a deadlock in it. */
    public static <R> R watched(Journal journal, String id, Supplier<R> step) {
        try {
            return step.get();
        } catch (StoreException e) {
            if (Deadlocks.isIn(e)) {
                journal.write(Kind.COUNT_UNEXPECTED, id, "what", "deadlock: " + e.getMessage() + " " + e.getCause());
            }
            throw e;
        }
    }

    @Override
    public CountResult apply(CountCall call) {
        return watched(call, Kind.COUNT, () -> target.apply(call));
    }

    @Override
    public void takeBack(CountCall call) {
        watched(call, Kind.TAKE_BACK, () -> {
            target.takeBack(call);
            return true;
        });
    }

    private <R> R watched(CountCall call, Kind what, Supplier<R> step) {
        try {
            return watched(journal, idOf(call), step);
        } catch (StoreException e) {
            CountCall.Once once = call.once();
            if (once != null && call.changes().size() > 1) {
                long amount = call.changes().get(0).amount();
                journal.write(Kind.COUNT_FAILED, idOf(call), "key", once.key(), "am", amount, "what", what);
            }
            throw e;
        }
    }

    @Override
    public Optional<StoredCount> find(CounterId id) {
        return watched(journal, CountNames.id(id.counter(), id.subject()), () -> target.find(id));
    }

    @Override
    public int purge(Instant now, int limit) {
        return watched(journal, CountNames.PURGE, () -> target.purge(now, limit));
    }

    @Override
    public void close() {
        target.close();
    }
}
