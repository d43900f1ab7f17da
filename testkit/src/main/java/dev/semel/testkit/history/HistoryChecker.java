package dev.semel.testkit.history;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Decides whether the rules held in a {@link History}. It takes nothing for wrong that could have been right: two things of which neither
 * had ended when the other began may have happened in either order.
 */
public final class HistoryChecker {
    /** Times of events are unique, so some are a little later than the clock says. */
    private static final Duration UNIQUE = Duration.ofMillis(1);

    private final Times times;
    private final Function<String, Terms> terms;

    /**
     * A checker of operations that run again after an abandonment.
     *
     * @param tolerance how far the history's clock may be off the store's; zero if it is the store's
     */
    public HistoryChecker(Duration tolerance) {
        this(tolerance, operation -> Terms.RUN_AGAIN);
    }

    /**
     * A checker.
     *
     * @param tolerance how far the history's clock may be off the store's; zero if it is the store's
     * @param terms of an operation, by its name. If they are to ask a reconciler, the history must have been told whenever one
     *     {@linkplain History#ruledOut ruled out} that anything happened
     */
    public HistoryChecker(Duration tolerance, Function<String, Terms> terms) {
        this.times = Times.of(Duration.ZERO, tolerance.plus(UNIQUE), tolerance.plus(UNIQUE));
        this.terms = terms;
    }

    /** All rules that did not hold, record by record; empty if all did. */
    public List<Violation> check(History history) {
        List<Violation> violations = new ArrayList<>();
        for (Story story : stories(history)) {
            String operation = story.id().substring(0, story.id().indexOf('|'));
            RecordRules.check(story, times, terms.apply(operation), story.verdicts(violations::add));
        }
        return violations;
    }

    /**
     * What must hold in the end, when no call runs and the store could be reached for two minutes. The history must have been told whenever
     * an attempt {@linkplain History#started started} and a node {@linkplain History#crashed crashed}.
     */
    public List<Violation> checkAtRest(History history) {
        List<Violation> violations = new ArrayList<>();
        for (Story story : stories(history)) {
            leftBehind(story, history)
                    .ifPresent(claim -> story.verdicts(violations::add)
                            .violated(Rule.NOT_RUN_IS_GIVEN_BACK, "claimed, never started, and not given back", claim));
        }
        return violations;
    }

    /**
     * Of a record that stays until it is settled, the last claim must not be one that nothing came of. A takeover may be: the record was
     * abandoned before, and is as before when the lease has ended.
     */
    private static Optional<Event> leftBehind(Story story, History history) {
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
