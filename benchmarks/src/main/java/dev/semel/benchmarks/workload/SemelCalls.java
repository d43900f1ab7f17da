package dev.semel.benchmarks.workload;

import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.benchmarks.measure.Contender;
import dev.semel.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Semel on a store, as an application calls it. */
public final class SemelCalls implements AutoCloseable {
    /** The request of every call. */
    public static final PaymentRequest REQUEST = PaymentRequest.number(1);

    private final Store store;
    private final Semel semel;
    private final Operation<byte[]> operation;

    /** Opens Semel on a store, which is closed with it. */
    public SemelCalls(Store store) {
        this.store = store;
        this.semel = Semel.on(store);
        this.operation = semel.operation("payments.create", Codec.bytes()).build();
    }

    /** Returns the operation that is called. */
    public Operation<byte[]> operation() {
        return operation;
    }

    /** Runs a new operation whose work takes no time. */
    public void once() {
        once(CallKeys.fresh());
    }

    void once(String key) {
        operation.once(key, REQUEST, () -> StoredResults.RESULT);
    }

    /** Runs a new operation around work that uses its own connections. */
    public void onceAround(Contender.Step work) throws Exception {
        operation.once(CallKeys.fresh(), REQUEST, () -> {
            work.run();
            return StoredResults.RESULT;
        });
    }

    /** Replays a record of the initial state, and checks its result. */
    public void replay() {
        StoredResults.check(operation.once(CallKeys.known(), REQUEST, () -> {
            throw new IllegalStateException("a known key ran again");
        }));
    }

    /** Stores the records of the initial state. */
    public void fill() throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(32);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < StoredResults.AT_START; i++) {
                String key = CallKeys.known(i);
                all.add(executor.submit(() -> once(key)));
            }
            for (Future<?> each : all) {
                each.get();
            }
        } finally {
            executor.shutdownNow();
        }
    }

    @Override
    public void close() {
        semel.close();
        store.close();
    }
}
