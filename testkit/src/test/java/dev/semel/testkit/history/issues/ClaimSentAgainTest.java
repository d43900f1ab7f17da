package dev.semel.testkit.history.issues;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testkit.history.HistoryEvent;
import dev.semel.testkit.history.Kind;
import dev.semel.testkit.history.Promises;
import dev.semel.testkit.history.Story;
import dev.semel.testkit.history.Times;
import dev.semel.testkit.history.Violation;
import dev.semel.testkit.history.rules.RecordRules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a claim that is sent again")
class ClaimSentAgainTest {
    private static final Duration LEASE = Duration.ofSeconds(1);
    private static final Duration TOLERANCE = Duration.ofMillis(1);

    private final Story story = new Story("pay||key");

    @Test
    @DisplayName("may be granted in another life of the record, whose owners then judge its settlement")
    void anotherLife() {
        claim(0, "A", 1, 1, "first life");
        claim(5_000, "B", 2, 2, "first life");
        claim(9_000, "A", 1, 1, "second life");
        add(Kind.SETTLE, 9_100, "n", "A", "e", 1, "h", "value", "ms", 1_000);
        add(Kind.SETTLE_APPLIED, 9_101, "n", "A", "e", 1, "h", "value", "ms", 1_000);

        List<Violation> violations = new ArrayList<>();
        RecordRules.check(
                story, Times.of(LEASE, TOLERANCE, TOLERANCE), Promises.RUN_AGAIN, story.verdicts(violations::add));

        assertThat(violations).isEmpty();
    }

    private void claim(long millis, String nonce, int epoch, int attempt, String life) {
        add(Kind.CLAIM, millis, "n", nonce, "q", "request");
        Object[] what = {
            "n", nonce, "m", nonce, "e", epoch, "a", attempt, "s", life, "q", "request", "r", "request", "l", 1_000
        };
        add(Kind.CLAIMED, millis + 1, what);
    }

    private void add(Kind kind, long millis, Object... namesAndValues) {
        story.add(HistoryEvent.of(
                HistoryEvent.line(kind, Duration.ofMillis(millis).toNanos(), null, story.id(), namesAndValues)));
    }
}
