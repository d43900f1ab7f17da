package dev.semel.torture.model;

import static org.assertj.core.api.Assertions.assertThat;

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
    void keepsTheRules(Policy first, Policy second, int states, int steps) {
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

    static List<Mutant> flaws() {
        return Mutant.of(Prover.MODEL);
    }
}
