package dev.semel.torture.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Everything that three owners can do to two keys. */
@Tag("torture")
@DisplayName("the model of a record's life")
class ModelTest {

    @ParameterizedTest(name = "keeps all rules in every state, with {0} and {1}")
    @CsvSource({"RUN_AGAIN, HOLD, 1469422, 12312469", "HOLD, RECONCILE, 468234, 3645450"})
    void keepsTheRules(Policy first, Policy second, int states, int steps) {
        Exploration all = Exploration.of(Flaw.NONE, first, second);
        System.out.println(first + " and " + second + ": " + all.states() + " states, " + all.steps() + " steps");
        assertThat(all.broken()).isNull();
        assertThat(all.states()).as("states, as in the docs").isEqualTo(states);
        assertThat(all.steps()).as("steps, as in the docs").isEqualTo(steps);
    }

    /** In one of the pairs in which nothing is broken without it. */
    @ParameterizedTest(name = "breaks a rule if it {0}")
    @EnumSource(value = Flaw.class, mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void noticesFlaws(Flaw flaw) {
        boolean noticed = Exploration.of(flaw, Policy.HOLD, Policy.RECONCILE).broken() != null
                || Exploration.of(flaw, Policy.RUN_AGAIN, Policy.HOLD).broken() != null;
        assertThat(noticed).isTrue();
    }
}
