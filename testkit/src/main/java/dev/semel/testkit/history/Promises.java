package dev.semel.testkit.history;

/**
 * The promises of an operation's policies about its records.
 *
 * @param holds whether nothing runs after an attempt whose effect is unknown
 * @param asks whether a reconciler is asked before anything runs after such an attempt
 * @param lasts whether its records outlast the history
 */
public record Promises(boolean holds, boolean asks, boolean lasts) {
    /** Abandoned operations run again, and a record may be recreated after its retention. */
    public static final Promises RUN_AGAIN = new Promises(false, false, false);
}
