package dev.semel.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testkit.history.Rule;
import dev.semel.testkit.history.Violation;
import dev.semel.testkit.mutant.Mutant;
import dev.semel.testkit.mutant.Prover;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Everything that three owners can do to two keys. */
@Tag("torture")
@DisplayName("the model of a record's life")
class ModelTest {

    @ParameterizedTest(name = "keeps all rules in every state, with {0} and {1}")
    @CsvSource({"RUN_AGAIN, HOLD, 1469422, 12312469", "HOLD, RECONCILE, 468234, 3645450"})
    void keepsTheRules(ModelPolicy first, ModelPolicy second, int states, int steps) {
        Exploration all = Exploration.of(Mutant.NONE, first, second);
        System.out.println(first + " and " + second + ": " + all.states() + " states, " + all.steps() + " steps");
        assertThat(all.broken()).isNull();
        assertThat(all.states()).as("states, as in the docs").isEqualTo(states);
        assertThat(all.steps()).as("steps, as in the docs").isEqualTo(steps);
    }

    @ParameterizedTest(name = "breaks a rule if it {0}")
    @MethodSource("flaws")
    void noticesFlaws(Mutant flaw) {
        assertThat(Exploration.find(flaw)).isPresent();
    }

    @ParameterizedTest(name = "is judged by the rules of the test kit on random paths, with {0} and {1}")
    @CsvSource({"RUN_AGAIN, HOLD", "HOLD, RECONCILE"})
    void isJudgedBySharedRules(ModelPolicy first, ModelPolicy second) {
        for (long seed = 0; seed < 10_000; seed++) {
            Walk walk = Walk.of(seed, Mutant.NONE, first, second);
            assertThat(walk.broken()).isEmpty();
            assertThat(walk.judged()).as("seed %d", seed).isEmpty();
        }
    }

    /** The rules of the test kit see less than the model, which knows the record at every step; never more. */
    @ParameterizedTest(name = "breaks a rule of the test kit if it {0}")
    @MethodSource("flaws")
    void sharedRulesNoticeFlaws(Mutant flaw) {
        // Without a claim there is no lease that could be taken over.
        Rule rule = flaw == Mutant.GUESSES_CLAIMED ? Rule.EFFECT_NEEDS_A_CLAIM : flaw.rule();
        boolean found = false;
        for (long seed = 0; seed < 200_000 && !found; seed++) {
            ModelPolicy first = seed % 2 == 0 ? ModelPolicy.HOLD : ModelPolicy.RUN_AGAIN;
            ModelPolicy second = seed % 2 == 0 ? ModelPolicy.RECONCILE : ModelPolicy.HOLD;
            Walk walk = Walk.of(seed, flaw, first, second);
            if (!walk.broken().isEmpty() || seed % 100 == 0) {
                List<Violation> judged = walk.judged();
                found = judged.stream().anyMatch(each -> each.rule() == rule);
                assertThat(walk.broken().isEmpty() && !judged.isEmpty())
                        .as("seed %d: only the test kit finds %s", seed, judged)
                        .isFalse();
            }
        }
        assertThat(found).as("found by %s", rule).isTrue();
    }

    static List<Mutant> flaws() {
        return Mutant.of(Prover.MODEL);
    }
}
