package dev.semel.momento.golden;

import dev.semel.servers.momento.AccountLimits;
import dev.semel.servers.momento.MomentoDouble;
import dev.semel.testkit.GoldenContract;
import java.time.Duration;
import java.util.function.Function;

/** A private cache, without the limits of an account, and a line for each item: the key and the bytes, in hexadecimal digits. */
final class MomentoPlace<S extends AutoCloseable> implements GoldenContract.Place<S> {
    /** More than a century, for which the records are kept. */
    static final Duration LONGEST = Duration.ofDays(36_525 + 30);

    private static final String CACHE = "golden";

    private final MomentoDouble momento =
            MomentoDouble.start(MomentoDouble.Settings.DEFAULT.withLimits(new AccountLimits(5_000_000, LONGEST)));
    private final S store;

    MomentoPlace(Function<String, S> store) {
        momento.createCache(CACHE);
        this.store = store.apply(momento.address(CACHE));
    }

    @Override
    public S store() {
        return store;
    }

    @Override
    public String dump() {
        return momento.dump(CACHE);
    }

    @Override
    public void load(String file) {
        momento.load(CACHE, file, LONGEST.toMillis());
    }

    @Override
    public void close() {
        try {
            store.close();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        momento.close();
    }
}
