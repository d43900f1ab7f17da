package dev.semel.torture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testkit.history.HistoryEvent;
import dev.semel.testkit.history.Rule;
import dev.semel.testkit.history.Times;
import dev.semel.testkit.history.Violation;
import dev.semel.testkit.mutant.Mutant;
import dev.semel.torture.driver.Run;
import dev.semel.torture.judge.Checker;
import dev.semel.torture.judge.CheckerTest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("torture")
@DisplayName("a call that does not return")
class OpenCallsTest {
    @TempDir
    private Path folder;

    private final Checker checker =
            new Checker(Times.of(Duration.ofMillis(400), Duration.ofMillis(5), Duration.ofMillis(5)));

    private void take(String id, String... lines) {
        for (String line : lines) {
            checker.take(HistoryEvent.of(CheckerTest.parse(id, line)));
        }
    }

    @Test
    @DisplayName("is found in a worker that had every chance to end, and not in one that was killed")
    void stuck() {
        take("pay.again|t|1", "CALL t=10 c=1-1-1 q=a w=1-1", "ANSWER b=10 t=20 c=1-1-1 o=InProgress q=a w=1-1");
        take("pay.again|t|1", "CALL t=30 c=1-1-2 q=a w=1-1");
        take("pay.again|t|2", "CALL t=30 c=2-1-1 q=a w=2-1");
        take("hits.lasting|s", "CALL t=30 w=1-1");

        checker.checkReturned(Set.of());
        assertThat(checker.violations()).isEmpty();

        checker.checkReturned(Set.of("1-1", "3-1"));
        List<Violation> found = checker.violations();
        assertThat(found).extracting(Violation::rule).containsExactly(Rule.EVERY_CALL_RETURNS);
        assertThat(found.get(0).witnesses()).hasSize(1).allMatch(call -> call.has("c", "1-1-2"));
        assertThat(Rule.EVERY_CALL_RETURNS.dependsOnMemory()).isFalse();
    }

    @Test
    @DisplayName("is found at the end of a run")
    void mutant() throws Exception {
        Run run = new Mutants(1, folder, Duration.ofSeconds(6), System.out).run(Mutant.CLAIM_NEVER_RETURNS);

        assertThat(run.violations()).extracting(Violation::rule).containsOnly(Rule.EVERY_CALL_RETURNS);
        assertThat(run.foundAfter()).isLessThan(60);
    }
}
