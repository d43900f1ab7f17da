package dev.semel.torture.judge;

import dev.semel.testkit.history.HistoryEvent;
import dev.semel.testkit.history.Kind;
import dev.semel.testkit.history.Rule;
import dev.semel.testkit.history.Violation;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Calls that have begun and not returned. Calls of killed workers never return, and are no violation. Not for use by many threads. */
final class OpenCalls {
    private final Map<String, HistoryEvent> open = new HashMap<>();

    void take(HistoryEvent event) {
        String call = event.find("c");
        if (call == null) {
            return;
        } else if (event.kind() == Kind.CALL || event.kind() == Kind.BEGIN) {
            open.put(call, event);
        } else if (event.kind() == Kind.ANSWER || event.kind() == Kind.END) {
            open.remove(call);
        }
    }

    /**
     * Judges what is left when all is read.
     *
     * @param stuck the names of workers that had every chance to end, and had not
     */
    void judge(Set<String> stuck, Consumer<Violation> to) {
        open.values().stream()
                .filter(call -> stuck.contains(call.find("w")))
                .sorted(Comparator.comparingLong(HistoryEvent::at))
                .map(call -> new Violation(
                        Rule.EVERY_CALL_RETURNS,
                        call.id(),
                        "a call had not returned when its worker was to end, long after the last fault",
                        List.of(call)))
                .forEach(to);
    }
}
