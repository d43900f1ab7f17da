package dev.semel.testkit.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.semel.counter.store.CounterStore;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.testkit.engine.EngineTestKit;

/** A contract that a wrong store can pass proves nothing. */
@DisplayName("the contract of counters finds")
class FlawedCountsTest {
    private static final int TRIES = 20;
    private static final ThreadLocal<FlawedCounts> STORE = new ThreadLocal<>();

    /** Run by the test alone. */
    static class Subject extends CounterStoreContract {
        private final CounterStore store = STORE.get();

        @Override
        protected CounterStore openStore() {
            return store;
        }
    }

    @Test
    @DisplayName("nothing where nothing is wrong")
    void none() {
        assertThat(failures(FlawedCounts.Flaw.NONE)).isZero();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void flaw(FlawedCounts.Flaw flaw) {
        long failures = 0;
        for (int i = 0; i < TRIES && failures == 0; i++) {
            failures = failures(flaw);
        }
        assertThat(failures).as("cases that fail for a store that is %s", flaw).isPositive();
    }

    /** A race may be won by chance, so a flaw has some tries. */
    private static long failures(FlawedCounts.Flaw flaw) {
        STORE.set(new FlawedCounts(flaw));
        var tests = EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(Subject.class))
                .configurationParameter("junit.jupiter.execution.parallel.enabled", "false")
                .execute()
                .testEvents();
        assertThat(tests.started().count()).isGreaterThan(50);
        return tests.failed().count();
    }
}
