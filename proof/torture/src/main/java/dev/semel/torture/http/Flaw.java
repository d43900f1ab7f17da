package dev.semel.torture.http;

/** The deliberate bugs around Semel's filters. */
public enum Flaw {
    /** Nothing is broken. */
    NONE,
    /** The answer is sent before it is recorded. */
    ANSWERS_EARLY,
    /** A body that breaks off counts as a whole one. */
    TAKES_PARTS,
    /** A client that hangs up keeps its place among those that are served. */
    LEAKS_PLACES,
    /** A replay has another status. */
    REPLAYS_OTHER_STATUS,
    /** A replay has no body. */
    REPLAYS_WITHOUT_BODY;

    static final String REPLAYED = "Idempotency-Replayed";

    /** The places of one server, if they leak. */
    static final int PLACES = 8;

    /** The status of a request that finds no place. */
    static final int NO_PLACE = 409;

    /** The time that {@link #ANSWERS_EARLY} takes for the rest of its work, in milliseconds. */
    static final long MOMENT = 30;
}
