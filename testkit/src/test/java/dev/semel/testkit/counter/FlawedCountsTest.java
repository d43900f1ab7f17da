package dev.semel.testkit.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.semel.counter.store.CounterStore;
import dev.semel.testkit.mutant.Findings;
import dev.semel.testkit.mutant.Mutant;
import dev.semel.testkit.mutant.Prover;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Proves that the contract of counters finds each deliberate bug of the catalogue. */
@DisplayName("the contract of counters finds")
class FlawedCountsTest {
    private static final int TRIES = 20;
    private static final ThreadLocal<FlawedCounts> STORE = new ThreadLocal<>();

    /** Run by {@link #failures} only. */
    static class Subject extends CounterStoreContract {
        private final CounterStore store = STORE.get();

        @Override
        protected CounterStore openStore() {
            return store;
        }
    }

    @Test
    @DisplayName("nothing in a correct store")
    void none() {
        assertThat(failures(Mutant.NONE)).isZero();
    }

    static List<Mutant> flaws() {
        return Mutant.of(Prover.COUNTS);
    }

    @ParameterizedTest
    @MethodSource("flaws")
    void flaw(Mutant flaw) {
        long failures = 0;
        for (int i = 0; i < TRIES && failures == 0; i++) {
            failures = failures(flaw);
        }
        assertThat(failures).as("cases that fail for a store that is %s", flaw).isPositive();
        Findings.fromEnvironment().found(flaw, Prover.COUNTS, failures + " cases");
    }

    /** Returns how many cases fail. A race may be won by chance, so callers try several times. */
    private static long failures(Mutant flaw) {
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
