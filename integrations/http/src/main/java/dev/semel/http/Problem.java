package dev.semel.http;

import dev.semel.FailureReplayedException;
import dev.semel.InDoubtException;
import dev.semel.InProgressException;
import dev.semel.InvalidKeyException;
import dev.semel.LeaseLostException;
import dev.semel.MismatchException;
import dev.semel.NotRecordedException;
import dev.semel.ResultNotKeptException;
import dev.semel.StoreException;
import dev.semel.WaitInterruptedException;
import dev.semel.store.ResultTooLargeException;
import dev.semel.store.UnreadableRecordException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The catalogue of problems (RFC 9457) that Semel answers with, on routes and for annotated methods alike. Types and statuses are stable: clients may
 * rely on them. A problem document never contains a key, a payload or anything from the store.
 */
public enum Problem {
    /** The caller is not authenticated. */
    PRINCIPAL_MISSING("principal-missing", 401, false, "This request needs an authenticated caller"),
    /** The route's check of the sender failed, such as that of a signature. */
    NOT_VERIFIED("not-verified", 401, false, "The sender of this request could not be verified"),
    /** The route's check before a replay refused this caller. */
    REPLAY_REFUSED("replay-refused", 403, false, "The answer to an earlier request may not be given to this caller"),
    /** The request has no idempotency key. */
    KEY_MISSING("key-missing", 400, false, "This request needs an idempotency key"),
    /** The idempotency key is too long, empty, repeated, or contains characters that are not allowed. */
    KEY_MALFORMED("key-malformed", 400, false, "The idempotency key is malformed"),
    /** The path may belong to several routes. */
    PATH_AMBIGUOUS("path-ambiguous", 400, false, "The path of this request can be read in several ways"),
    /** The body is larger than the route's limit. */
    BODY_TOO_LARGE("body-too-large", 413, false, "The request is too large"),
    /** The body could not be read as what the route expects. */
    BODY_UNREADABLE("body-unreadable", 400, false, "The request cannot be read"),
    /** The key belongs to a request with another fingerprint. */
    OTHER_REQUEST("other-request", 422, false, "This idempotency key was used for another request"),
    /** The first request with this key is still running. */
    IN_PROGRESS("in-progress", 409, true, "A request with this idempotency key is being processed"),
    /** An earlier request with this key was abandoned, and its outcome is unknown. */
    IN_DOUBT("in-doubt", 409, true, "The outcome of an earlier request with this idempotency key is unknown"),
    /** The request lost its lease while it ran. */
    OVERTAKEN("overtaken", 409, true, "Another request with this idempotency key took over"),
    /** The request took effect, and its answer could not be kept, such as one that is too large. */
    RESULT_NOT_KEPT("result-not-kept", 409, false, "This was done before, but its answer cannot be sent again"),
    /** The stored result is a failure. */
    FAILED_BEFORE("failed-before", 500, false, "An earlier request with this idempotency key failed"),
    /** The answer of a request in a transaction is too large to buffer; its work was rolled back. */
    ANSWER_TOO_LARGE("answer-too-large", 500, false, "The answer is too large to be sent"),
    /** The request took effect, and its result could not be stored. */
    NOT_RECORDED("not-recorded", 500, true, "This was done, but could not be recorded"),
    /** The stored record is damaged, or was written by a newer version. */
    UNREADABLE_RECORD("unreadable-record", 500, false, "The record of this idempotency key cannot be read"),
    /** The store does not answer. */
    STORE_UNAVAILABLE("store-unavailable", 503, true, "This cannot be done safely at the moment"),
    /** The caller's quota is used up. */
    QUOTA_EXCEEDED("quota-exceeded", 429, true, "The quota is used up"),
    /** The caller has no quota. */
    QUOTA_UNKNOWN("quota-unknown", 403, false, "There is no quota for this caller"),
    /** There is no record for the key of a status address. */
    UNKNOWN_KEY("unknown-key", 404, false, "Nothing is known of this idempotency key");

    static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private static final Map<Class<? extends Throwable>, Problem> BY_EXCEPTION = Map.of(
            MismatchException.class, OTHER_REQUEST,
            InProgressException.class, IN_PROGRESS,
            InDoubtException.class, IN_DOUBT,
            LeaseLostException.class, OVERTAKEN,
            ResultNotKeptException.class, RESULT_NOT_KEPT,
            FailureReplayedException.class, FAILED_BEFORE,
            NotRecordedException.class, NOT_RECORDED,
            UnreadableRecordException.class, UNREADABLE_RECORD,
            WaitInterruptedException.class, STORE_UNAVAILABLE);

    private final String name;
    private final int status;
    private final boolean retryable;
    private final String title;

    Problem(String name, int status, boolean retryable, String title) {
        this.name = name;
        this.status = status;
        this.retryable = retryable;
        this.title = title;
    }

    /**
     * Returns the problem that a caller over HTTP gets for one of Semel's exceptions; empty for any other exception. A result that is too large for the
     * store has no problem: a retry does not change it, and the application must see it.
     */
    public static Optional<Problem> of(Throwable thrown) {
        if (thrown instanceof InvalidKeyException invalid) {
            return Optional.of(invalid.isMissing() ? KEY_MISSING : KEY_MALFORMED);
        }
        Problem exact = BY_EXCEPTION.get(thrown.getClass());
        boolean unavailable = thrown instanceof StoreException && !(thrown instanceof ResultTooLargeException);
        return exact == null && unavailable ? Optional.of(STORE_UNAVAILABLE) : Optional.ofNullable(exact);
    }

    /** Returns the type in a document, such as {@code urn:semel:problem:in-progress}. */
    public String type() {
        return "urn:semel:problem:" + name;
    }

    /** Returns the status code of an answer with this problem, unless a route chooses another one. */
    public int status() {
        return status;
    }

    /** Returns the title: one sentence that is the same for every occurrence. */
    public String title() {
        return title;
    }

    /** Returns whether the same request may be sent again with the same key. Such answers have {@code Retry-After}. */
    public boolean isRetryable() {
        return retryable;
    }

    /** Returns the value of {@code Retry-After}: one second unless the answer sets it; empty if a retry changes nothing. */
    public Optional<Duration> retryAfter() {
        return retryable ? Optional.of(RETRY_AFTER) : Optional.empty();
    }

    /** Returns a refusal with this problem. */
    public Refusal refusal(String detail) {
        return new Refusal(this, status, detail, null, Map.of());
    }
}
