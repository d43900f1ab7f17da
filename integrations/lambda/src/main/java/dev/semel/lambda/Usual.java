package dev.semel.lambda;

/**
 * What names an event of some kind, and what has to be the same in every retry of it, unless the application says otherwise.
 *
 * @param key names it
 * @param compared has to be the same
 */
record Usual(EventPart key, EventPart compared) {
    /** Of an event of which nothing is known. */
    static final Usual WHOLE = new Usual(EventPart.whole(), EventPart.whole());
}
