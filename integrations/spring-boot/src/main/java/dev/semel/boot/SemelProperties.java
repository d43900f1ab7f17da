package dev.semel.boot;

import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings under {@code semel}. The policies of operations are beside them, under {@code semel.operations.<name>}: see {@link
 * OperationPolicies}.
 *
 * @param enabled whether Semel is there at all
 * @param store the address of the store: memory:, sqlite:PATH, h2:PATH, jdbc:postgresql://…, jdbc:mysql://…, jdbc:mariadb://…, redis://…,
 *     rediss://…, redis-cluster://host:port,host:port or dynamodb://REGION/TABLE; without it the application's own DataSource, Lettuce client
 *     or DynamoDB client is used
 * @param createSchema whether to make the table in the database or in DynamoDB if it is not there; for development
 * @param table the name of the table in a SQL database or in DynamoDB, if the address does not name it
 * @param counterTable the name of the table for counts in a SQL database or in DynamoDB, if the address does not name it
 * @param keyPrefix what all keys in Redis begin with
 * @param poolSize how many connections a pool has that is opened for the address of a database
 * @param reservedConnections how many connections of a pool are kept for claims, renewals and settlements while leases are live, so that work that
 *     holds all others can't starve them; by default one or two, if the pool then has two left for work
 * @param storeTimeout how long a call keeps asking a store that fails; also how long it waits for a connection of a pool, or for an answer of
 *     Redis, that is opened for {@code semel.store}
 * @param nearCache how many settled records to hold near, to answer replays without the store; 0 turns it off
 * @param transactions whether a method with {@code @Transactional}, and a route that is transactional if possible, may fall back to a lease if the
 *     store can't take part in its transaction
 * @param unknownSettings what to do about names below {@code semel} that are no settings, such as misspelt ones
 * @param quotas how many requests are let through for each caller, by names that routes refer to
 * @param http guarded HTTP endpoints
 * @param purge deletes what is past its retention from a SQL store
 * @param metrics meters and observations
 */
@ConfigurationProperties("semel")
public record SemelProperties(
        @DefaultValue("true") boolean enabled,
        @Nullable String store,
        @DefaultValue("false") boolean createSchema,
        @DefaultValue("semel_record") String table,
        @DefaultValue("semel_counter") String counterTable,
        @DefaultValue("semel:") String keyPrefix,
        @DefaultValue("10") int poolSize,
        @Nullable Integer reservedConnections,
        @DefaultValue("5s") Duration storeTimeout,
        @DefaultValue("0") int nearCache,
        @DefaultValue("if-possible") Transactions transactions,
        @DefaultValue("fail") Reaction unknownSettings,
        @DefaultValue Map<String, QuotaProperties> quotas,
        @DefaultValue Http http,
        @DefaultValue Purge purge,
        @DefaultValue Metrics metrics) {

    /** Never the address of the store, which may hold a password. */
    @Override
    public String toString() {
        return "the settings under semel";
    }

    /** What the start does about something that looks like a mistake. */
    public enum Reaction {
        /** Ends the start. */
        FAIL,
        /** Logs a warning. */
        WARN,
        /** Does nothing. */
        IGNORE
    }

    /** Whether records have to be in the application's transactions. */
    public enum Transactions {
        /** A lease is used where the store can't take part in a transaction; the start logs where. */
        IF_POSSIBLE,
        /** The application does not start if a method or route would fall back to a lease. */
        REQUIRED
    }

    /**
     * Guarded HTTP endpoints.
     *
     * @param routes which requests are guarded, and how; the first that matches counts
     * @param statusPath under which path callers find what became of a request
     * @param filterOrder where the filter stands among others; by default after Spring Security's
     * @param runAfterWaiting whether a duplicate that has waited without a thread runs if the first request fails, in an asynchronous dispatch,
     *     and is not told to try again; only if all filters of the application do in such dispatches what they do for requests
     * @param unmatchedRoutes what to do about routes that match no handler of the application; at most a warning if there are handlers whose paths
     *     can't be listed
     * @param sharedScope whether it is right that all callers share one scope, since the application knows no principals; turns off the warning
     *     at start-up
     * @param maxWaitingThreads how many duplicates of all routes may wait while each blocks a thread of the server, as on transactional routes
     * @param errorMessages whether callers get to see the reason of an error below 500, such as that of a ResponseStatusException; by default if
     *     Spring Boot always includes messages in errors
     * @param maxParameters how many parameters a guarded request may have; by default those of Tomcat if they are set, else 1000
     * @param maxParts how many parts a guarded multipart request may have; by default those of Tomcat if they are set, else 50
     */
    public record Http(
            @DefaultValue List<RouteProperties> routes,
            @DefaultValue("/idempotency") String statusPath,
            @DefaultValue("0") int filterOrder,
            @DefaultValue("false") boolean runAfterWaiting,
            @DefaultValue("fail") Reaction unmatchedRoutes,
            @DefaultValue("false") boolean sharedScope,
            @DefaultValue("16") int maxWaitingThreads,
            @Nullable Boolean errorMessages,
            @Nullable Integer maxParameters,
            @Nullable Integer maxParts) {}

    /**
     * The scheduled purge of a SQL store. Other stores see to that by themselves.
     *
     * @param enabled whether it runs
     * @param every the time between two runs
     * @param atMost after this time a run ends and leaves the rest to the next one
     * @param pause the pause between two batches
     * @param batch how many rows one transaction deletes
     * @param warnAbove tells after each run if the table has more rows than this; 0 turns it off
     * @param notFrom the time of day from which no run begins
     * @param notTo the time of day until which no run begins
     * @param zone of these times
     */
    public record Purge(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("10m") Duration every,
            @DefaultValue("5m") Duration atMost,
            @DefaultValue("100ms") Duration pause,
            @DefaultValue("1000") int batch,
            @DefaultValue("0") long warnAbove,
            @Nullable LocalTime notFrom,
            @Nullable LocalTime notTo,
            @DefaultValue("UTC") ZoneId zone) {}

    /**
     * Meters and observations.
     *
     * @param enabled whether Semel registers meters, if there is a registry
     * @param recordsEvery how long a count of the records by state is good for; counting may read many records, and 0 turns it off
     * @param observations whether the current observation is told what became of a call, if there is a registry of observations
     */
    public record Metrics(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("1m") Duration recordsEvery,
            @DefaultValue("true") boolean observations) {}
}
