package dev.semel.benchmarks;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * A way to the endpoint.
 *
 * @param name how it is called in the report
 * @param runs how often what it asks has run, which nobody else asks
 * @param prepared how many calls are made at the start; if not 0, those after them don't run it
 * @param connections on which it is asked
 * @param before how often the endpoint had run at the start
 */
record HttpContender(String name, LongSupplier runs, int prepared, HttpConnections connections, AtomicLong before)
        implements Contender {

    HttpContender(String name, LongSupplier runs, int prepared, HttpConnections connections) {
        this(name, runs, prepared, connections, new AtomicLong());
    }

    @Override
    public void prepare() throws Exception {
        for (int i = 0; i < prepared; i++) {
            connections.post();
        }
        before.set(runs.getAsLong());
    }

    @Override
    public void call() throws Exception {
        connections.post();
    }

    @Override
    public void verify(long calls) {
        long found = runs.getAsLong() - before.get();
        if (found != (prepared == 0 ? calls : 0)) {
            throw new IllegalStateException(name + ": the endpoint ran " + found + " times in " + calls
                    + " calls: what was measured did not do its work");
        }
    }
}
