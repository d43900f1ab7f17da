package dev.semel.momento;

import dev.semel.servers.momento.MomentoDouble;
import dev.semel.servers.momento.MomentoDouble.Settings;
import dev.semel.testkit.TestClock;
import java.time.Duration;

/** A double with a cache, and stores on it, all with a clock that the test holds. */
public final class Doubles {
    public static final String CACHE = "records";

    private Doubles() {}

    public static MomentoDouble start(TestClock clock) {
        return start(Settings.DEFAULT.withClock(clock));
    }

    public static MomentoDouble start(Settings settings) {
        MomentoDouble momento = MomentoDouble.start(settings);
        momento.createCache(CACHE);
        return momento;
    }

    /** Returns a builder for clocks that agree. */
    public static MomentoStoreBuilder builder(MomentoDouble momento, TestClock clock) {
        return MomentoStore.builder(momento.address(CACHE))
                .clock(clock)
                .skewAllowance(Duration.ZERO)
                .checkCache(false)
                .forgetInDoubt(true);
    }
}
