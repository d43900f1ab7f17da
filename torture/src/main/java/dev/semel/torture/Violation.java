package dev.semel.torture;

import java.util.List;

/**
 * A rule that did not hold.
 *
 * @param rule which one
 * @param id of which record or count
 * @param what happened
 * @param witnesses what shows it, in the order of time
 */
record Violation(Rule rule, String id, String what, List<Event> witnesses) {

    /** What happened, and the fewest lines that show it. */
    String describe() {
        StringBuilder text = new StringBuilder(rule + " " + id + ": " + what);
        witnesses.forEach(event -> text.append("\n    ").append(event));
        return text.toString();
    }
}
