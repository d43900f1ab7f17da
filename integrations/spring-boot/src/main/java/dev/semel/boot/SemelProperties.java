package dev.semel.boot;

import dev.semel.http.profile.HttpProfile;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings under {@code semel}.
 *
 * @param enabled whether Semel is enabled
 * @param store the address of the store: memory:, sqlite:PATH, h2:PATH, jdbc:postgresql://…, jdbc:mysql://…,
 *     jdbc:mariadb://…, redis://…, rediss://…, redis-cluster://host:port,host:port, dynamodb://REGION/TABLE or
 *     momento://CACHE; without it, the application's DataSource, Lettuce client or DynamoDB client is used
 * @param createSchema whether to create missing tables in the database or in DynamoDB, for development; by default only
 *     in a file or memory of H2 or SQLite, and in the application's only without Flyway and Liquibase
 * @param table the name of the table in a SQL database or in DynamoDB, unless the address names it
 * @param counterTable the name of the table for counts in a SQL database or in DynamoDB, unless the address names
 *     it
 * @param keyPrefix the prefix of all keys in Redis and Momento
 * @param poolSize the size of the connection pool that is opened for the address of a database
 * @param reservedConnections how many connections of a pool are reserved for claims, renewals and settlements while
 *     leases are live, so that work that holds all other connections cannot starve them; one or two by default, if the
 *     pool then has two left for work
 * @param storeTimeout how long a call retries a failing store; also the timeout for a connection of the pool, or
 *     for an answer of Redis or Momento, that is opened for {@code semel.store}
 * @param nearCache how many settled records to cache, to answer replays without the store; 0 turns the cache off
 * @param transactions whether a method with {@code @Transactional}, and a route that is transactional if possible,
 *     may fall back to a lease if the store cannot join its transaction
 * @param unknownSettings what to do about names below {@code semel} that are not settings, such as misspelt ones
 * @param operations policies of operations, as name.setting, such as payments.create.retention; the settings are
 *     retention, lease, while-running, wait-up-to, after-failure, after-abandonment, without-key and without-store
 * @param quotas how many requests of each caller are accepted, by names that routes refer to
 * @param http guarded HTTP endpoints
 * @param purge the purge of expired records from a SQL store
 * @param metrics meters and observations
 */
@ConfigurationProperties("semel")
public record SemelProperties(
        @DefaultValue("true") boolean enabled,
        @Nullable String store,
        @Nullable Boolean createSchema,
        @DefaultValue("semel_record") String table,
        @DefaultValue("semel_counter") String counterTable,
        @DefaultValue("semel:") String keyPrefix,
        @DefaultValue("10") int poolSize,
        @Nullable Integer reservedConnections,
        @DefaultValue("5s") Duration storeTimeout,
        @DefaultValue("0") int nearCache,
        @DefaultValue("if-possible") Transactions transactions,
        @DefaultValue("fail") Reaction unknownSettings,
        @DefaultValue Map<String, String> operations,
        @DefaultValue Map<String, QuotaProperties> quotas,
        @DefaultValue Http http,
        @DefaultValue Purge purge,
        @DefaultValue Metrics metrics) {

    /** Returns a fixed text: the address of the store may contain a password. */
    @Override
    public String toString() {
        return "the settings under semel";
    }

    /** The reaction at start-up to a likely mistake. */
    public enum Reaction {
        /** Fails the start. */
        FAIL,
        /** Logs a warning. */
        WARN,
        /** Does nothing. */
        IGNORE
    }

    /** Whether records have to be in the application's transactions. */
    public enum Transactions {
        /** A lease is used where the store cannot join a transaction; this is logged at start-up. */
        IF_POSSIBLE,
        /** The application does not start if a method or a route would fall back to a lease. */
        REQUIRED
    }

    /**
     * Guarded HTTP endpoints.
     *
     * @param routes which requests are guarded, and how; the first matching route applies
     * @param statusPath the path prefix of status addresses
     * @param statusWait how long a caller that asks for a status with Prefer: wait may wait; 0s for not at all, at most
     *     10m
     * @param maxWaitingForStatus how many callers may wait for a status at a time; further ones get the present one
     * @param profile whose published rules all routes follow: ietf, stripe, acp (Agentic Commerce Protocol), adcp (Ad
     *     Context Protocol) or iceberg (Iceberg REST catalog); other settings take precedence
     * @param dialogue how all routes talk with their callers
     * @param filterOrder the order of the filter; by default after Spring Security's
     * @param runAfterWaiting whether a duplicate that has waited without a thread runs in an asynchronous dispatch
     *     if the first request fails, instead of being asked to retry; only if all filters of the application treat
     *     such dispatches as requests
     * @param unmatchedRoutes what to do about routes that match no handler of the application; at most a warning if
     *     there are handlers whose paths cannot be listed
     * @param sharedScope whether all callers may share one scope, since the application knows no principals; turns
     *     off the warning at start-up
     * @param maxWaitingThreads how many duplicates and callers that ask for a status may wait while blocking a thread of the server, as
     *     on transactional routes
     * @param errorMessages whether callers see the reason of an error below 500, such as that of a
     *     ResponseStatusException; by default if Spring Boot always includes messages in errors
     * @param maxParameters how many parameters a guarded request may have; by default the limit of Tomcat if it is
     *     set, otherwise 1000
     * @param maxParts how many parts a guarded multipart request may have; by default the limit of Tomcat if it is
     *     set, otherwise 50
     */
    public record Http(
            @DefaultValue List<RouteProperties> routes,
            @DefaultValue("/idempotency") String statusPath,
            @DefaultValue("20s") Duration statusWait,
            @DefaultValue("100") int maxWaitingForStatus,
            @DefaultValue("ietf") HttpProfile profile,
            @DefaultValue DialogueSettings dialogue,
            @DefaultValue("0") int filterOrder,
            @DefaultValue("false") boolean runAfterWaiting,
            @DefaultValue("fail") Reaction unmatchedRoutes,
            @DefaultValue("false") boolean sharedScope,
            @DefaultValue("16") int maxWaitingThreads,
            @Nullable Boolean errorMessages,
            @Nullable Integer maxParameters,
            @Nullable Integer maxParts) {}

    /**
     * How guarded endpoints talk with their callers: for all routes, and for a route, whose settings take precedence.
     *
     * @param statusWhileRunning the status for a duplicate while the first request runs, where it is refused: 409 (the
     *     default), 425, 429 or 422
     * @param retryAfter when a caller may send a request again, as Retry-After shows; one second by default
     * @param replayHeader the name of the header that marks replays; Idempotency-Replayed by default
     * @param marksFirst whether first answers that are stored have that header with the value false
     * @param expiryHeader the name of a header with the seconds until the key expires; none by default
     * @param replayedMember the name of a member that the JSON object of a replay gets; none by default
     * @param problemTypes the beginning of the types of problems, such as https://docs.example.com/problems/;
     *     urn:semel:problem: by default
     * @param registeredTypes whether a used up quota has the registered type of problem
     * @param documentation the address of a document about idempotency, to which problems have a link
     * @param uuidKeys accepts only keys that are UUIDs: any, or their version, such as 4 or 7
     * @param keyLength the least number of characters of a key
     * @param keyPattern a regular expression that a key must match
     */
    public record DialogueSettings(
            @Nullable Integer statusWhileRunning,
            @Nullable Duration retryAfter,
            @Nullable String replayHeader,
            @Nullable Boolean marksFirst,
            @Nullable String expiryHeader,
            @Nullable String replayedMember,
            @Nullable String problemTypes,
            @Nullable Boolean registeredTypes,
            @Nullable String documentation,
            @Nullable String uuidKeys,
            @Nullable Integer keyLength,
            @Nullable String keyPattern) {}

    /**
     * The scheduled purge of a SQL store. Other stores delete expired records automatically.
     *
     * @param enabled whether the purge runs
     * @param every the time between two runs
     * @param atMost the longest time of a run, which leaves the rest to the next run
     * @param pause the pause between two batches
     * @param batch how many rows a transaction deletes
     * @param warnAbove warns after each run if the table has more rows than this; 0 turns the warning off
     * @param notFrom the start of the time of day in which no run starts
     * @param notTo the end of the time of day in which no run starts
     * @param zone the time zone of not-from and not-to
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
     * @param recordsEvery how long a count of the records by state is reused for the gauge semel.records; 0 for no
     *     gauge. A count reads all records, and is reused for at least 100 times the time that it took
     * @param observations whether the outcome of a call is added to the current observation, if there is a registry
     *     of observations
     */
    public record Metrics(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("0s") Duration recordsEvery,
            @DefaultValue("true") boolean observations) {}
}
