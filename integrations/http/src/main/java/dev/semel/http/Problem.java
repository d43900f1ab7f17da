package dev.semel.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The problem documents (RFC 9457) that Semel answers with. A type is stable: clients may rely on it. A document never holds a key, a
 * payload, or anything of the store's.
 */
enum Problem {
    PRINCIPAL_MISSING("principal-missing", 401, false, "This request needs an authenticated caller"),
    NOT_VERIFIED("not-verified", 401, false, "The sender of this request could not be verified"),
    REPLAY_REFUSED("replay-refused", 403, false, "The answer to an earlier request may not be given to this caller"),
    KEY_MISSING("key-missing", 400, false, "This request needs an idempotency key"),
    KEY_MALFORMED("key-malformed", 400, false, "The idempotency key is malformed"),
    PATH_AMBIGUOUS("path-ambiguous", 400, false, "The path of this request can be read in several ways"),
    BODY_TOO_LARGE("body-too-large", 413, false, "The request is too large"),
    BODY_UNREADABLE("body-unreadable", 400, false, "The request can't be read"),
    OTHER_REQUEST("other-request", 422, false, "This idempotency key was used for another request"),
    IN_PROGRESS("in-progress", 409, true, "A request with this idempotency key is being processed"),
    IN_DOUBT("in-doubt", 409, true, "What became of an earlier request with this idempotency key is not known yet"),
    OVERTAKEN("overtaken", 409, true, "Another request with this idempotency key took over"),
    RESULT_NOT_KEPT("result-not-kept", 409, false, "This was done before, but its answer can't be given again"),
    FAILED_BEFORE("failed-before", 500, false, "An earlier request with this idempotency key failed"),
    ANSWER_TOO_LARGE("answer-too-large", 500, false, "The answer is too large to be sent"),
    NOT_RECORDED("not-recorded", 500, true, "This was done, but could not be recorded"),
    UNREADABLE_RECORD("unreadable-record", 500, false, "The record of this idempotency key can't be read"),
    STORE_UNAVAILABLE("store-unavailable", 503, true, "This can't be done safely at the moment"),
    QUOTA_EXCEEDED("quota-exceeded", 429, true, "The quota is used up"),
    QUOTA_UNKNOWN("quota-unknown", 403, false, "There is no quota for this caller"),
    UNKNOWN_KEY("unknown-key", 404, false, "Nothing is known of this idempotency key");

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

    Answer answer(String detail) {
        return answer(status, detail, null);
    }

    Answer answer(int otherStatus, String detail, @Nullable Duration retryAfter) {
        return sent(document(otherStatus, detail), otherStatus, retryAfter);
    }

    /** With members of its own. */
    Answer answer(String detail, Duration retryAfter, Consumer<ObjectNode> members) {
        ObjectNode document = document(status, detail);
        members.accept(document);
        return sent(document, status, retryAfter);
    }

    private ObjectNode document(int otherStatus, String detail) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.put("type", "urn:semel:problem:" + name);
        document.put("title", title);
        document.put("status", otherStatus);
        document.put("detail", detail);
        document.put("retryable", retryable);
        return document;
    }

    private static Answer sent(ObjectNode document, int status, @Nullable Duration retryAfter) {
        Answer answer = Answer.of(
                status,
                List.of(
                        new Header("Content-Type", "application/problem+json"),
                        new Header("Cache-Control", "no-store")),
                document.toString().getBytes(StandardCharsets.UTF_8));
        return retryAfter == null ? answer : answer.with("Retry-After", seconds(retryAfter));
    }

    int status() {
        return status;
    }

    /** Whole seconds, at least one: a client that comes back at once learns nothing new. */
    static String seconds(Duration duration) {
        long rounded = duration.plusMillis(999).toSeconds();
        return String.valueOf(Math.max(1, rounded));
    }
}
