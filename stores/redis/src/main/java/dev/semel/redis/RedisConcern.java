package dev.semel.redis;

/**
 * Something about a server that weakens what its records are worth, found when the store was built.
 *
 * @param kind what it is
 * @param server which server, by its port and id
 * @param meaning what was found, what it means, and what to do about it, for people
 */
public record RedisConcern(Kind kind, String server, String meaning) {

    /** What can be of concern. */
    public enum Kind {
        /** The server may remove live records when its memory is full: an operation whose record is gone runs again. */
        MAY_EVICT,
        /** The server writes nothing to disk: a restart forgets all records, and their operations run again. */
        NOT_PERSISTENT,
        /** The server writes to disk later than it answers: a crash forgets the last records, and their operations run again. */
        PERSISTED_LATE,
        /** The server has replicas, which lag behind: a failover forgets what they had not heard of, and its operations run again. */
        ASYNCHRONOUS_REPLICAS,
        /** The server does not tell how it is set up, so nothing can be said about the others. */
        UNKNOWN
    }

    /** Server and meaning, on one line. */
    @Override
    public String toString() {
        return kind + " at " + server + ": " + meaning;
    }
}
