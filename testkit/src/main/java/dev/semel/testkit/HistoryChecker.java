package dev.semel.testkit;

import dev.semel.store.RecordId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Decides whether the rules held in a {@link History}. It takes nothing for wrong that could have been right: two things of which neither
 * had ended when the other began may have happened in either order.
 */
public final class HistoryChecker {
    private final Duration tolerance;
    private final Predicate<String> held;
    private final Predicate<String> reconciled;

    /**
     * A checker of operations whose policy after an abandonment is to run again or to hold.
     *
     * @param tolerance how far the history's clock may be off the store's; zero if it is the store's
     * @param held says of an operation's name whether its policy after an abandonment is to hold
     */
    public HistoryChecker(Duration tolerance, Predicate<String> held) {
        this(tolerance, held, name -> false);
    }

    /**
     * A checker.
     *
     * @param tolerance how far the history's clock may be off the store's; zero if it is the store's
     * @param held says of an operation's name whether its policy after an abandonment is to hold
     * @param reconciled says of an operation's name whether its policy after an abandonment is to reconcile; the history must have been
     *     told whenever a reconciler {@linkplain History#ruledOut ruled out} that anything happened
     */
    public HistoryChecker(Duration tolerance, Predicate<String> held, Predicate<String> reconciled) {
        this.tolerance = tolerance;
        this.held = held;
        this.reconciled = reconciled;
    }

    /** All rules that did not hold, record by record; empty if all did. */
    public List<Violation> check(History history) {
        List<Violation> violations = new ArrayList<>();
        byRecord(history).forEach((id, entries) -> {
            RecordHistory record = new RecordHistory(id, entries, violations);
            new OwnershipRules(record, tolerance).check();
            new AnswerRules(record, tolerance).check();
            if (held.test(id.operation())) {
                new AbandonmentRules(record).checkHeld();
            }
            if (reconciled.test(id.operation())) {
                new AbandonmentRules(record).checkReconciled();
            }
        });
        return violations;
    }

    /**
     * What must hold in the end, when no call runs and the store could be reached for two minutes. The history must have been told whenever
     * an attempt {@linkplain History#started started} and a node {@linkplain History#crashed crashed}.
     */
    public List<Violation> checkAtRest(History history) {
        List<Violation> violations = new ArrayList<>();
        byRecord(history)
                .forEach((id, entries) -> new AbandonmentRules(new RecordHistory(id, entries, violations))
                        .checkGivenBack(history::isGone));
        return violations;
    }

    private static Map<RecordId, List<History.Entry>> byRecord(History history) {
        Map<RecordId, List<History.Entry>> byRecord = new LinkedHashMap<>();
        for (History.Entry entry : history.entries()) {
            byRecord.computeIfAbsent(entry.id(), id -> new ArrayList<>()).add(entry);
        }
        return byRecord;
    }
}
