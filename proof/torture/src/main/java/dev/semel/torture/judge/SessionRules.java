package dev.semel.torture.judge;

import dev.semel.testkit.history.HistoryEvent;
import dev.semel.testkit.history.Rule;
import dev.semel.testkit.history.Story;
import dev.semel.torture.protocol.CountNames;
import java.util.Comparator;
import java.util.List;

/**
 * The rules about sessions, beside those that all counts have. Whatever clocks say, a store goes by the end that it has stored and never moves it back; so an end that was returned to a client is a promise: no later hit begins another session before it.
 */
final class SessionRules {
    private final List<HistoryEvent> counted;
    private final Story.Verdicts verdicts;

    /**
     * Creates the rules of one count.
     *
     * @param counted hits that were acknowledged, with the start of their session as {@code end}, since that is what a window is known by
     */
    SessionRules(List<HistoryEvent> counted, Story.Verdicts verdicts) {
        this.counted = counted;
        this.verdicts = verdicts;
    }

    void check() {
        counted.forEach(this::checkRenewed);
        List<HistoryEvent> inOrder = counted.stream()
                .sorted(Comparator.comparingLong((HistoryEvent hit) -> hit.number("end"))
                        .thenComparingLong(hit -> hit.number("count")))
                .toList();
        for (int i = 1; i < inOrder.size(); i++) {
            checkNext(inOrder.get(i - 1), inOrder.get(i));
        }
    }

    /** Checks a renewed session by the client's clock before the hit, since the store's is later. */
    private void checkRenewed(HistoryEvent hit) {
        long latest = hit.number("end") + CountNames.LONGEST.toMillis();
        if (hit.number("till") < Math.min(latest, hit.number("clock") + CountNames.IDLE.toMillis())) {
            verdicts.violated(Rule.WINDOW_GOES_ON, "a hit did not renew its session", hit);
        } else if (hit.number("till") > latest) {
            verdicts.violated(Rule.WINDOW_GOES_ON, "a session is longer than it may be", hit);
        }
    }

    private void checkNext(HistoryEvent hit, HistoryEvent next) {
        if (hit.sharesWith(next, "end") && next.number("till") < hit.number("till")) {
            verdicts.violated(Rule.WINDOW_GOES_ON, "the end of a session was moved back", hit, next);
        } else if (!hit.sharesWith(next, "end") && next.number("end") < hit.number("till")) {
            verdicts.violated(Rule.WINDOW_GOES_ON, "a session began while another one lasted", hit, next);
        }
    }
}
