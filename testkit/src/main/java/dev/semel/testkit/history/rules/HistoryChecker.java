package dev.semel.testkit.history.rules;

import dev.semel.testkit.history.History;
import dev.semel.testkit.history.HistoryEvent;
import dev.semel.testkit.history.Kind;
import dev.semel.testkit.history.Promises;
import dev.semel.testkit.history.Rule;
import dev.semel.testkit.history.Story;
import dev.semel.testkit.history.Times;
import dev.semel.testkit.history.Violation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Checks whether the {@linkplain Rule rules} held in a {@link History}. It reports only what certainly broke a rule: two events of which
 * neither had ended when the other began may have happened in either order.
 */
public final class HistoryChecker {
    /** The times of events are unique, so some are slightly later than the clock's. */
    private static final Duration UNIQUE = Duration.ofMillis(1);

    private final Times times;
    private final Function<String, Promises> terms;

    /**
     * Creates a checker for operations that run again after an abandonment.
     *
     * @param tolerance the largest difference between the history's clock and the store's; zero if they are the same clock
     */
    public HistoryChecker(Duration tolerance) {
        this(tolerance, operation -> Promises.RUN_AGAIN);
    }

    /**
     * Creates a checker.
     *
     * @param tolerance the largest difference between the history's clock and the store's; zero if they are the same clock
     * @param terms returns the terms of an operation by its name. If the terms ask a reconciler, the history must contain each time that it
     *     {@linkplain History#ruledOut ruled out} an effect
     */
    public HistoryChecker(Duration tolerance, Function<String, Promises> terms) {
        this.times = Times.of(Duration.ZERO, tolerance.plus(UNIQUE), tolerance.plus(UNIQUE));
        this.terms = terms;
    }

    /** Returns the violations of all rules, record by record; empty if every rule held. */
    public List<Violation> check(History history) {
        List<Violation> violations = new ArrayList<>();
        for (Story story : stories(history)) {
            String operation = story.id().substring(0, story.id().indexOf('|'));
            RecordRules.check(story, times, terms.apply(operation), story.verdicts(violations::add));
        }
        return violations;
    }

    /**
     * Returns the violations of the rules that must hold in the end, when no call is running and the store has been reachable for two
     * minutes. The history must contain each {@linkplain History#started start} of an attempt and each {@linkplain History#crashed crash}
     * of a node.
     */
    public List<Violation> checkAtRest(History history) {
        List<Violation> violations = new ArrayList<>();
        for (Story story : stories(history)) {
            leftBehind(story, history)
                    .ifPresent(claim -> story.verdicts(violations::add)
                            .violated(Rule.NOT_RUN_IS_GIVEN_BACK, "claimed, never started, and not released", claim));
        }
        return violations;
    }

    /**
     * Returns the last claim of a record that stays until it is settled, if it neither started nor ended. A takeover is excepted: the record
     * was abandoned before, and is abandoned again when the lease has ended.
     */
    private static Optional<HistoryEvent> leftBehind(Story story, History history) {
        return story.list(Kind.CLAIMED).stream()
                .reduce((earlier, later) -> later)
                .filter(last -> last.find("stays") != null && last.find("over") == null)
                .filter(last -> !history.isGone(last.text("w")))
                .filter(last -> story.all(Kind.STARTED)
                        .noneMatch(start -> start.sharesWith(last, "s") && start.sharesWith(last, "a")))
                .filter(last -> story.all(Kind.SETTLE_APPLIED, Kind.RELEASE_APPLIED)
                        .noneMatch(end -> end.text("n").equals(last.text("m")) && last.isBefore(end)));
    }

    private static Collection<Story> stories(History history) {
        Map<String, Story> stories = new LinkedHashMap<>();
        history.events()
                .forEach(
                        event -> stories.computeIfAbsent(event.id(), Story::new).add(event));
        return stories.values();
    }
}
