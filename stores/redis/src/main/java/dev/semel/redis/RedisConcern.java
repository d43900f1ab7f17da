package dev.semel.redis;

/**
 * A weakness of a server's configuration, determined when the store was built.
 *
 * @param kind the kind of weakness
 * @param server the server, by port and run id
 * @param meaning what was found, what it means and what to do, for people
 */
public record RedisConcern(Kind kind, String server, String meaning) {

    /** A kind of weakness. */
    public enum Kind {
        /** The server may evict live records when its memory is full; their operations run again. */
        MAY_EVICT,
        /** The server writes nothing to disk; a restart loses all records, and their operations run again. */
        NOT_PERSISTENT,
        /** The server writes to disk after it answers; a crash loses the latest records, and their operations run again. */
        PERSISTED_LATE,
        /** The server's replicas lag behind; a failover loses what they have not received, and those operations run again. */
        ASYNCHRONOUS_REPLICAS,
        /** The server does not expose its configuration, so the other kinds are unknown. */
        UNKNOWN
    }

    /** Returns kind, server and meaning on one line. */
    @Override
    public String toString() {
        return kind + " at " + server + ": " + meaning;
    }
}
