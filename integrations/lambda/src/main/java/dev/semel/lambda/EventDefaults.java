package dev.semel.lambda;

/**
 * The key and the compared part of a kind of event, unless the application chooses others.
 *
 * @param key the part that names the event
 * @param compared the part that must be the same in every retry
 */
record EventDefaults(EventPart key, EventPart compared) {
    /** The defaults of events of an unknown kind. */
    static final EventDefaults WHOLE = new EventDefaults(EventPart.whole(), EventPart.whole());
}
