package dev.semel.testkit.history;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A rule that did not hold.
 *
 * @param rule which one
 * @param id of which record or count
 * @param what happened
 * @param witnesses what shows it, in the order of time
 */
public record Violation(Rule rule, String id, String what, List<Event> witnesses) {

    /** When the last of what shows it had ended. */
    public long at() {
        return witnesses.stream().mapToLong(Event::at).max().orElse(Long.MAX_VALUE);
    }

    /** The same as a line of JSON. */
    public String json() {
        String flat = Line.of("rule", rule, "id", id, "what", what).json();
        return flat.substring(0, flat.length() - 1)
                + witnesses.stream().map(Event::toString).collect(Collectors.joining(",", ",\"witnesses\":[", "]}"));
    }

    /** What happened, and the fewest lines that show it. */
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
