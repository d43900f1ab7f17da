package dev.semel.boot;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * One of {@code semel.http.routes}: how the requests to some paths are guarded. What is not set here is taken from {@code
 * semel.operations.<operation>}, and then from the defaults. What only code can say (a scope, which answers are stored, a reconciler) is said
 * by a {@link RouteCustomizer}.
 *
 * @param path such as /payments/{id}/refunds; * or {name} stand for one segment, ** at the end for any number
 * @param operation the name of the operation, such as payments.refund
 * @param methods POST and PATCH by default
 * @param keyHeader which header holds the key; Idempotency-Key by default
 * @param keyInBody takes the key from these places of the JSON body instead, as JSON Pointers such as /id
 * @param keyRequired whether a request without a key is refused with 400, or else runs unguarded
 * @param scope on whose behalf a request is made
 * @param rawBodies whether bodies are compared byte by byte, and not as canonical JSON
 * @param leavingOut places in a JSON body that may differ between a request and its retry, as JSON Pointers
 * @param countingHeaders headers that must be the same in a retry, beside the media type of the body
 * @param statusOfOtherRequest what another request under the same key gets: 422, 400 or 409
 * @param whileRunning what a duplicate gets while the first request runs: refuse (409), wait, wait(5s), or accepted (202 with the address of the
 *     status)
 * @param waitUpTo how long a duplicate waits, if it waits
 * @param replayFailures whether all answers are stored and replayed, those of the 5xx kind and 401, 403, 408, 425, 429 included
 * @param replayedHeaders headers to replay beside the usual ones
 * @param maxRequest a larger request gets 413
 * @param maxAnswer a larger answer goes out once, and its retry is told that it can't be given again
 * @param failOpen whether requests run without any protection while the store can't be reached
 * @param retention how long an answer is replayed
 * @param refusalRetention how long an answer is replayed that refuses the request itself, such as 400; one hour if not set, and never longer than
 *     the retention
 * @param lease the owner's exclusive time, renewed while the request is handled
 * @param afterAbandonment what happens to a retry after the process has died that handled the first request: run-again, hold (it gets 409 until
 *     somebody settles the record), or reconcile, if a {@link RouteCustomizer} gives a reconciler
 * @param transactional whether the answer is stored in the transaction of the application's rows; on a SQL store on the application's
 *     DataSource only
 * @param trailingSlashMatters whether a path with a slash at its end is another one than without
 * @param quota the name of one of semel.quotas, by which requests are counted and refused with 429
 * @param maxWaiting how many duplicates may wait at a time, if they wait; any further one gets 409 immediately
 * @param allowAnonymous whether requests without a principal are accepted where the application authenticates its callers; they all share one
 *     scope
 */
public record RouteProperties(
        @Nullable String path,
        @Nullable String operation,
        @DefaultValue({"POST", "PATCH"}) List<String> methods,
        @DefaultValue("Idempotency-Key") String keyHeader,
        @DefaultValue List<String> keyInBody,
        @DefaultValue("true") boolean keyRequired,
        @DefaultValue("ENDPOINT") Scope scope,
        @DefaultValue("false") boolean rawBodies,
        @DefaultValue List<String> leavingOut,
        @DefaultValue List<String> countingHeaders,
        @DefaultValue("422") int statusOfOtherRequest,
        @Nullable String whileRunning,
        @Nullable Duration waitUpTo,
        @DefaultValue("false") boolean replayFailures,
        @DefaultValue List<String> replayedHeaders,
        @DefaultValue("1MB") DataSize maxRequest,
        @DefaultValue("1MB") DataSize maxAnswer,
        @Nullable Boolean failOpen,
        @Nullable Duration retention,
        @Nullable Duration refusalRetention,
        @Nullable Duration lease,
        @Nullable String afterAbandonment,
        @DefaultValue("NEVER") Transactional transactional,
        @DefaultValue("false") boolean trailingSlashMatters,
        @Nullable String quota,
        @DefaultValue("1000") int maxWaiting,
        @DefaultValue("false") boolean allowAnonymous) {

    /** On whose behalf a request is made. */
    public enum Scope {
        /** The principal, with the method and the path. */
        ENDPOINT,
        /** The principal: a key means the same on all paths of the route. */
        PRINCIPAL,
        /** All callers together. */
        SHARED
    }

    /** Whether the answer is stored in the application's transaction. */
    public enum Transactional {
        /** Never: the record has a lease. */
        NEVER,
        /** If the store is in the database of the application's transactions. */
        IF_POSSIBLE,
        /** Always; the application does not start if the store can't. */
        ALWAYS
    }
}
