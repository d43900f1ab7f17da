package dev.semel.testkit.history;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A violation of a rule.
 *
 * @param rule the rule that was broken
 * @param id the record or count
 * @param what a description of the violation
 * @param witnesses the events that show it, in the order of time
 */
public record Violation(Rule rule, String id, String what, List<HistoryEvent> witnesses) {

    /** Returns when the last of the witnesses had ended. */
    public long at() {
        return witnesses.stream().mapToLong(HistoryEvent::at).max().orElse(Long.MAX_VALUE);
    }

    /** Returns the violation and its witnesses as a line of JSON. */
    public String json() {
        String flat = Line.of("rule", rule, "id", id, "what", what).json();
        return flat.substring(0, flat.length() - 1)
                + witnesses.stream()
                        .map(HistoryEvent::toString)
                        .collect(Collectors.joining(",", ",\"witnesses\":[", "]}"));
    }

    /** Returns the description and the witnesses as text, one witness per line. */
    public String describe() {
        StringBuilder text = new StringBuilder(toString());
        witnesses.forEach(event -> text.append("\n    ").append(event));
        return text.toString();
    }

    @Override
    public String toString() {
        return rule + " " + id + ": " + what;
    }
}
