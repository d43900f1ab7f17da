package dev.semel.checks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testkit.mutant.Mutant;
import dev.semel.testkit.mutant.Prover;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A deliberate bug that is built and not in the catalogue is never looked for, and one that is only in the catalogue is never found. */
@DisplayName("the catalogue of mutants")
class MutantsTest {
    private static final String TEST_KIT = "testkit/src/test/java/dev/semel/";

    /** The servers are what is wrong, so no source names these: the mutant's store stands for them. */
    private static final Set<Mutant> BUILT_OF_SERVERS = EnumSet.of(Mutant.STANDBY_IS_BEHIND);

    /** Where the mutants of some provers are built. The simulation also runs stores that are built for the contract. */
    private record Built(Set<Prover> provers, List<String> sources) {
        @Override
        public String toString() {
            return provers.toString();
        }
    }

    static List<Built> built() {
        return List.of(
                new Built(EnumSet.of(Prover.CONTRACT), List.of(TEST_KIT + "simulation/BrokenStores.java")),
                new Built(
                        EnumSet.of(Prover.CONTRACT, Prover.SIMULATION),
                        List.of(TEST_KIT + "simulation/BrokenStores.java", TEST_KIT + "simulation/BrokenEngines.java")),
                new Built(EnumSet.of(Prover.COUNTS), List.of(TEST_KIT + "testkit/counter/FlawedCounts.java")),
                new Built(EnumSet.of(Prover.MODEL), List.of("proof/model/src/main/java/dev/semel/model")),
                new Built(EnumSet.of(Prover.RIG), List.of("proof/torture/src/main/java/dev/semel/torture")));
    }

    @ParameterizedTest(name = "lists exactly those that are built for {0}")
    @MethodSource("built")
    void lists(Built row) {
        Set<Mutant> named = EnumSet.noneOf(Mutant.class);
        for (Path source : Project.files(".java")) {
            if (row.sources.stream().anyMatch(each -> source.startsWith(Project.ROOT.resolve(each)))) {
                String text = Project.text(source);
                Arrays.stream(Mutant.values())
                        .filter(mutant -> Pattern.compile("\\b" + mutant + "\\b")
                                .matcher(text)
                                .find())
                        .forEach(named::add);
            }
        }
        named.remove(Mutant.NONE);
        assertThat(named)
                .as("mutants that the sources of %s name, and those that the catalogue lists for them", row.provers)
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(Mutant.values())
                        .filter(mutant -> row.provers.stream().anyMatch(mutant::isFor))
                        .filter(mutant -> !BUILT_OF_SERVERS.contains(mutant))
                        .toList());
    }

    @Test
    @DisplayName("names a prover for each, so that it is looked for")
    void proven() {
        assertThat(Mutant.values())
                .filteredOn(mutant -> Arrays.stream(Prover.values()).noneMatch(mutant::isFor))
                .containsExactly(Mutant.NONE);
    }

    @Test
    @DisplayName("covers all tests that look for deliberate bugs")
    void found() {
        assertThat(Project.files(".java").stream()
                        .filter(path -> Project.text(path).contains("Findings.fromEnvironment()"))
                        .map(path -> path.getFileName().toString()))
                .as("new finders of mutants belong in ./semel mutants, which prints the table")
                .contains("BrokenOnPurposeTest.java", "FlawedCountsTest.java", "Mutants.java");
    }
}
