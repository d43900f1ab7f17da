package dev.semel.servers.momento;

/** What happens to a request in flight. */
public enum WireFault {
    /** It is applied and answered. */
    NONE,
    /** It does not arrive: it is not applied, and the client gets {@code UNAVAILABLE}. */
    LOST_REQUEST,
    /** It is applied, and the client gets {@code UNAVAILABLE}. */
    LOST_REPLY,
    /** It is applied, and never answered: the client's deadline ends it. */
    NO_ANSWER,
    /** It is applied twice, as by a client that repeats it, and the second answer is returned. */
    TWICE,
    /** The client gets {@code UNAVAILABLE}, and the request is applied when {@link MomentoDouble#deliverLate()} is called. */
    LATE,
    /** It is refused with {@code RESOURCE_EXHAUSTED}, as above the account's limit, and is not applied. */
    THROTTLED
}
