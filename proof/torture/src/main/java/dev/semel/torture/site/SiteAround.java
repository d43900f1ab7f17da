package dev.semel.torture.site;

import dev.semel.Context;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.counter.store.CounterStore;
import dev.semel.session.Sessions;
import dev.semel.store.Store;
import java.time.Duration;
import java.util.Optional;
import java.util.function.IntConsumer;

/** A site that hands everything on; those that extend it do something with one call or another. */
public class SiteAround implements Site {
    private final Site target;

    public SiteAround(Site target) {
        this.target = target;
    }

    @Override
    public Store store() {
        return target.store();
    }

    @Override
    public CounterStore counts() {
        return target.counts();
    }

    @Override
    public boolean hasBooks() {
        return target.hasBooks();
    }

    @Override
    public Outcome<String> book(Operation<String> operation, String key, String request, Posting work) {
        return target.book(operation, key, request, work);
    }

    @Override
    public Optional<Sessions<? extends Context>> transactions() {
        return target.transactions();
    }

    @Override
    public Page page(Context attempt) {
        return target.page(attempt);
    }

    @Override
    public Runnable borrow() {
        return target.borrow();
    }

    @Override
    public void runDry(Duration time, IntConsumer dry, Runnable noMore) {
        target.runDry(time, dry, noMore);
    }

    @Override
    public void close() {
        target.close();
    }
}
