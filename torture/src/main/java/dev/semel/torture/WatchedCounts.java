package dev.semel.torture;

import dev.semel.counter.store.CountCall;
import dev.semel.counter.store.CountResult;
import dev.semel.counter.store.CounterId;
import dev.semel.counter.store.CounterStore;
import dev.semel.counter.store.StoredCount;
import dev.semel.store.StoreException;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/** Writes down which deadlocks come out of a store for counts, whoever hides them from clients by trying again. */
final class WatchedCounts implements CounterStore {
    private final CounterStore target;
    private final Journal journal;

    WatchedCounts(CounterStore target, Journal journal) {
        this.target = target;
        this.journal = journal;
    }

    /** The count that a call is about. */
    static String idOf(CountCall call) {
        return call.changes().get(0).counter() + "|" + call.subject();
    }

    /** Whatever a step is about, a deadlock in it is reported. */
    static <R> R watched(Journal journal, String id, Supplier<R> step) {
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
        return watched(journal, idOf(call), () -> target.apply(call));
    }

    @Override
    public void takeBack(CountCall call) {
        watched(journal, idOf(call), () -> {
            target.takeBack(call);
            return true;
        });
    }

    @Override
    public Optional<StoredCount> find(CounterId id) {
        return watched(journal, id.counter() + "|" + id.subject(), () -> target.find(id));
    }

    @Override
    public int purge(Instant now, int limit) {
        return watched(journal, Counts.PURGE, () -> target.purge(now, limit));
    }

    @Override
    public void close() {
        target.close();
    }
}
