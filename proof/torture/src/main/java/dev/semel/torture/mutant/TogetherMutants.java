package dev.semel.torture.mutant;

import dev.semel.counter.store.CountCall;
import dev.semel.counter.store.CountChange;
import dev.semel.counter.store.CountResult;
import dev.semel.counter.store.CounterStore;
import dev.semel.counter.store.StoredCount;
import dev.semel.testkit.mutant.Mutant;
import dev.semel.torture.book.Sql;
import dev.semel.torture.layer.CounterLayer;
import dev.semel.torture.protocol.WorkerSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Counters that each break one rule when they are counted together, or taken back. */
final class TogetherMutants extends CounterLayer {
    private final CounterStore right;
    private final WorkerSettings settings;
    private final Set<String> takenBack = ConcurrentHashMap.newKeySet();

    TogetherMutants(CounterStore right, WorkerSettings settings) {
        super(right);
        this.right = right;
        this.settings = settings;
    }

    @Override
    public CountResult apply(CountCall call) {
        boolean apart =
                settings.is(Mutant.TOGETHER_ONE_BY_ONE) && call.changes().size() > 1;
        return apart ? oneByOne(call) : right.apply(call);
    }

    private CountResult oneByOne(CountCall call) {
        List<StoredCount> counts = new ArrayList<>();
        for (CountChange change : call.changes()) {
            CountResult result = right.apply(alone(call, change));
            if (result instanceof CountResult.Applied applied) {
                counts.add(applied.counts().get(0));
            } else if (result instanceof CountResult.OverLimit over) {
                counts.add(over.counts().get(0));
                return new CountResult.OverLimit(counts.size() - 1, counts);
            }
        }
        return new CountResult.Applied(counts, false);
    }

    private static CountCall alone(CountCall call, CountChange change) {
        return new CountCall(call.subject(), List.of(change), call.nonce(), call.once());
    }

    @Override
    public void takeBack(CountCall call) {
        String key = Objects.requireNonNull(call.once()).key();
        switch (settings.mutant()) {
            case TOGETHER_ONE_BY_ONE -> call.changes().forEach(change -> right.takeBack(alone(call, change)));
            case TOGETHER_TAKES_BACK_TWICE -> {
                if (takenBack.add(key)) {
                    right.takeBack(call);
                } else {
                    call.changes().forEach(change -> subtract(call, change, "count >= ?", change.amount()));
                }
            }
            case TOGETHER_TAKES_BACK_HALF -> {
                subtractIfKnown(call, call.changes().get(0));
                forget(call);
            }
            case TOGETHER_KEEPS_KEY -> {
                if (takenBack.add(key)) {
                    call.changes().forEach(change -> subtractIfKnown(call, change));
                }
            }
            default -> throw new IllegalStateException(settings.mutant() + " is not built: add it to TogetherMutants");
        }
    }

    private void subtractIfKnown(CountCall call, CountChange change) {
        subtract(call, change, "EXISTS (SELECT 1 FROM semel_counter_key k WHERE k.digest = ?)", digest(call));
    }

    private void subtract(CountCall call, CountChange change, String condition, Object value) {
        Sql.execute(
                settings.address(),
                "UPDATE semel_counter SET count = count - ? WHERE digest = ? AND " + condition,
                change.amount(),
                call.id(change).digest(),
                value);
    }

    private void forget(CountCall call) {
        Sql.execute(settings.address(), "DELETE FROM semel_counter_key WHERE digest = ?", digest(call));
    }

    private static byte[] digest(CountCall call) {
        return Objects.requireNonNull(call.once()).digest(call);
    }
}
