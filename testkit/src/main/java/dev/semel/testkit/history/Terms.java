package dev.semel.testkit.history;

/**
 * What the policies of an operation promise of its records.
 *
 * @param holds whether nothing runs after an attempt of which nobody knows what it did
 * @param asks whether a reconciler is asked before anything runs after such an attempt
 * @param lasts whether its records last longer than the history
 */
public record Terms(boolean holds, boolean asks, boolean lasts) {
    /** Whatever was abandoned runs again, and a record may be made anew when its retention is over. */
    public static final Terms RUN_AGAIN = new Terms(false, false, false);
}
