package dev.semel.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.launcher.TagFilter.excludeTags;

import dev.semel.memory.MemoryStore;
import dev.semel.store.RecordId;
import dev.semel.store.Store;
import dev.semel.testkit.TestClock;
import dev.semel.testkit.history.Rule;
import dev.semel.testkit.mutant.Findings;
import dev.semel.testkit.mutant.Mutant;
import dev.semel.testkit.mutant.Prover;
import dev.semel.testkit.store.StoreContract;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

/** Proves that the checker and the contract find each deliberate bug of the catalogue, and none where there is none. */
@DisplayName("deliberate bugs")
class BrokenOnPurposeTest {
    private static final int ENOUGH_SEEDS = 4_000;

    /** The store under test, set before each run of the contract, since JUnit creates the instances. */
    private static Function<InstantSource, Store> underTest = SimpleStore::new;

    private final Findings findings = Findings.fromEnvironment();

    static List<Mutant> stores() {
        return Mutant.of(Prover.CONTRACT);
    }

    /** The stores that break a rule without help: in the simulation, nothing damages a result. */
    static List<Mutant> simulatedStores() {
        return stores().stream()
                .filter(mutant -> mutant.isFor(Prover.SIMULATION))
                .toList();
    }

    static List<Mutant> engines() {
        return Mutant.of(Prover.SIMULATION).stream()
                .filter(mutant -> !mutant.isFor(Prover.CONTRACT))
                .toList();
    }

    @ParameterizedTest(name = "are found by the checker in the store {0}")
    @MethodSource("simulatedStores")
    void checkerFindsBrokenStore(Mutant mutant) {
        String rule = find(BrokenStores.all().get(mutant), Simulation::engine, EnumSet.allOf(Rule.class));
        findings.found(mutant, Prover.SIMULATION, rule);
    }

    @ParameterizedTest(name = "are found by the checker under blocking calls in the store {0}")
    @MethodSource("simulatedStores")
    void checkerFindsBrokenStoreUnderBlockingCalls(Mutant mutant) {
        find(BrokenStores.all().get(mutant), Simulation::blockingEngine, EnumSet.allOf(Rule.class));
    }

    @ParameterizedTest(name = "are found by the checker in the engine {0}")
    @MethodSource("engines")
    void checkerFindsBrokenEngine(Mutant mutant) {
        String rule = find(BrokenOnPurposeTest::memory, BrokenEngines.with(mutant), EnumSet.of(mutant.rule()));
        findings.found(mutant, Prover.SIMULATION, rule);
    }

    @Test
    @DisplayName("are absent from the engine that the broken ones are derived from")
    void unbrokenEnginePasses() {
        for (long seed = 0; seed < 1_000; seed++) {
            assertThat(new Simulation(seed, BrokenOnPurposeTest::memory, BrokenEngines.with(Mutant.NONE)).run())
                    .as("seed %d", seed)
                    .allMatch(each -> each.startsWith("never answered"));
        }
    }

    private static Store memory(InstantSource clock) {
        return MemoryStore.builder().clock(clock).build();
    }

    @ParameterizedTest(name = "are found by the contract in the store {0}")
    @MethodSource("stores")
    void contractFindsBrokenStore(Mutant mutant) {
        long failures = failuresOn(BrokenStores.all().get(mutant));
        assertThat(failures).isPositive();
        findings.found(mutant, Prover.CONTRACT, failures + " cases");
    }

    @Test
    @DisplayName("are absent from the store that the broken ones are derived from")
    void unbrokenStorePasses() {
        assertThat(failuresOn(SimpleStore::new)).isZero();
        for (long seed = 0; seed < ENOUGH_SEEDS; seed++) {
            assertThat(new Simulation(seed, SimpleStore::new, Simulation::engine).run())
                    .as("seed %d", seed)
                    .isEmpty();
        }
    }

    @Test
    @DisplayName("A29 are absent from a store that verifies results before it returns them")
    void verifyingStorePasses() {
        assertThat(failuresOn(clock -> new DamageableStore(memory(clock), true)))
                .isZero();
    }

    @Test
    @DisplayName("have one broken store for each entry of the catalogue")
    void catalogueIsComplete() {
        assertThat(BrokenStores.all().keySet()).containsExactlyInAnyOrderElementsOf(stores());
    }

    /** Counts only violations of these rules: a client may remain unanswered for other reasons. */
    private static String find(Function<InstantSource, Store> store, Simulation.Guards guards, Set<Rule> foundBy) {
        for (long seed = 0; seed < ENOUGH_SEEDS; seed++) {
            List<String> wrong = new Simulation(seed, store, guards).run();
            Optional<Rule> rule = foundBy.stream()
                    .filter(each -> wrong.stream().anyMatch(text -> text.startsWith(each + " ")))
                    .findFirst();
            if (rule.isPresent()) {
                return rule.get().name();
            }
        }
        throw new AssertionError("not found in " + ENOUGH_SEEDS + " seeds");
    }

    private static long failuresOn(Function<InstantSource, Store> store) {
        underTest = store;
        Events tests = EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(OnTheStoreUnderTest.class))
                // the simulation covers the engine on a broken store, where calls may wait for a long time
                .filters(excludeTags("engine"))
                .execute()
                .testEvents();
        assertThat(tests.started().count()).isGreaterThan(60);
        return tests.failed().count();
    }

    /** Run by {@link #failuresOn} only: its name is not that of a test. */
    static class OnTheStoreUnderTest extends StoreContract {
        private final TestClock clock = TestClock.create();
        private final Store store = underTest.apply(clock);

        @Override
        protected Store openStore() {
            return store;
        }

        @Override
        protected void passTime(Duration time) {
            clock.advance(time);
        }

        @Override
        protected boolean hasExactTime() {
            return true;
        }

        @Override
        protected boolean damageResult(RecordId id, UnaryOperator<byte[]> change) {
            if (store instanceof DamageableStore damageable) {
                damageable.damage(id, change);
                return true;
            }
            return false;
        }
    }
}
