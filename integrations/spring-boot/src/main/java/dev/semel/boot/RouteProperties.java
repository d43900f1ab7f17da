package dev.semel.boot;

import dev.semel.http.profile.HttpProfile;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * One of {@code semel.http.routes}: how the requests to some paths are guarded. Settings that are missing here are
 * taken from {@code semel.operations.<operation>}, then from the defaults. A {@link RouteCustomizer} sets the options
 * that only code can set: a scope, which answers are stored, how they are made again, a reconciler.
 *
 * @param path the pattern of the paths, such as /payments/{id}/refunds; * or {name} matches one segment, ** at the
 *     end any number
 * @param operation the name of the operation, such as payments.refund
 * @param methods the guarded methods; POST and PATCH by default
 * @param keyHeader the header that carries the key; Idempotency-Key by default
 * @param keyInBody JSON Pointers, such as /id, to take the key from the JSON body instead
 * @param keyRequired whether a request without a key is refused with 400, as by default; otherwise it runs unguarded
 * @param scope who shares keys
 * @param rawBodies whether bodies are compared byte by byte instead of as canonical JSON
 * @param leavingOut JSON Pointers to parts of a JSON body that may differ in a retry
 * @param comparingOnly JSON Pointers to the only parts of a JSON body that must be the same in a retry; all by default
 * @param countingHeaders headers that must be the same in a retry, in addition to the media type of the body
 * @param statusOfOtherRequest the status for a different request under the same key: 422 (the default), 400 or 409
 * @param whileRunning what a duplicate gets while the first request runs: refuse (409, or the
 *     status of the dialogue), wait, wait(5s), or accepted (202 with a status address)
 * @param profile whose published rules the route follows, as semel.http.profile for all routes
 * @param dialogue how the route talks with its callers; settings that are missing are those of semel.http.dialogue
 * @param waitUpTo how long a duplicate waits, if it waits
 * @param replayFailures whether all answers are stored and replayed, including 5xx, 401, 403, 408, 425 and 429
 * @param replayedHeaders headers to replay in addition to the default ones
 * @param redacting JSON Pointers to members of answers that are not stored, such as /token; the
 *     step * stands for each member or element
 * @param redactingHeaders headers of answers that are not stored
 * @param maxRequest the size of a request body above which it gets 413
 * @param maxAnswer the size of an answer above which it is sent once and cannot be replayed
 * @param failOpen whether requests run without protection while the store is unreachable
 * @param retention how long an answer is replayed
 * @param refusalRetention how long an answer that refuses the request itself, such as 400, is replayed; one hour by
 *     default, and never longer than the retention
 * @param lease the owner's exclusive time, renewed while the request is handled
 * @param afterAbandonment what a retry gets after the process that handled the first request has died: run-again,
 *     hold (409 until an operator settles or releases the record), or reconcile, if a {@link RouteCustomizer} sets a
 *     reconciler
 * @param transactional whether the answer is stored in the transaction of the application's rows; only in a SQL
 *     store on the application's DataSource
 * @param trailingSlashMatters whether a path with a trailing slash is a different path
 * @param quota the name of one of semel.quotas, which counts the requests and refuses them with 429
 * @param maxWaiting how many duplicates may wait at a time, if they wait; further ones are refused immediately
 * @param allowAnonymous whether requests without a principal are accepted where the application authenticates its
 *     callers; they all share one scope
 */
public record RouteProperties(
        @Nullable String path,
        @Nullable String operation,
        @Nullable List<String> methods,
        @DefaultValue("Idempotency-Key") String keyHeader,
        @DefaultValue List<String> keyInBody,
        @Nullable Boolean keyRequired,
        @DefaultValue("ENDPOINT") Scope scope,
        @DefaultValue("false") boolean rawBodies,
        @DefaultValue List<String> leavingOut,
        @DefaultValue List<String> comparingOnly,
        @DefaultValue List<String> countingHeaders,
        @Nullable Integer statusOfOtherRequest,
        @Nullable String whileRunning,
        @Nullable Duration waitUpTo,
        @Nullable HttpProfile profile,
        @DefaultValue SemelProperties.DialogueSettings dialogue,
        @DefaultValue("false") boolean replayFailures,
        @DefaultValue List<String> replayedHeaders,
        @DefaultValue List<String> redacting,
        @DefaultValue List<String> redactingHeaders,
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

    /** Who shares keys. */
    public enum Scope {
        /** The requests of a principal with the same method and path. */
        ENDPOINT,
        /** All requests of a principal to the route. */
        PRINCIPAL,
        /** All callers. */
        SHARED
    }

    /** Whether the answer is stored in the application's transaction. */
    public enum Transactional {
        /** Never: the record has a lease. */
        NEVER,
        /** If the store is in the database of the application's transactions, otherwise under a lease. */
        IF_POSSIBLE,
        /** Always; the application does not start if the store cannot join its transactions. */
        ALWAYS
    }
}
