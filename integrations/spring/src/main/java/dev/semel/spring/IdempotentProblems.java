package dev.semel.spring;

import dev.semel.FailureReplayedException;
import dev.semel.InDoubtException;
import dev.semel.InProgressException;
import dev.semel.InvalidKeyException;
import dev.semel.LeaseLostException;
import dev.semel.MismatchException;
import dev.semel.NotRecordedException;
import dev.semel.ResultNotKeptException;
import dev.semel.SemelException;
import dev.semel.store.ResultTooLargeException;
import dev.semel.store.StoreException;
import dev.semel.store.UnreadableRecordException;
import java.net.URI;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Turns what Semel throws into problem documents (RFC 9457), of the same types that the rules of HTTP answer with. For controllers whose methods, or the
 * services behind them, are {@link Idempotent}: import it as a bean. An advice of the application's own for the same exceptions goes first.
 */
@RestControllerAdvice
@Order(Ordered.LOWEST_PRECEDENCE)
public final class IdempotentProblems {

    private record Problem(String type, int status, boolean retryable, String title) {}

    /** Never tells of a key, a payload, or anything of the store's. */
    @ExceptionHandler
    ResponseEntity<ProblemDetail> answer(SemelException thrown) {
        Problem problem = problem(thrown);
        ProblemDetail document = ProblemDetail.forStatus(problem.status());
        document.setType(URI.create("urn:semel:problem:" + problem.type()));
        document.setTitle(problem.title());
        document.setProperty("retryable", problem.retryable());
        ResponseEntity.BodyBuilder entity = ResponseEntity.status(problem.status());
        return (problem.retryable() ? entity.header("Retry-After", "1") : entity).body(document);
    }

    private static Problem problem(SemelException thrown) {
        if (thrown instanceof PrincipalMissingException) {
            return new Problem("principal-missing", 401, false, "This request needs an authenticated caller");
        } else if (thrown instanceof InvalidKeyException) {
            return new Problem("key-malformed", 400, false, "The idempotency key is missing or malformed");
        } else if (thrown instanceof MismatchException) {
            return new Problem("other-request", 422, false, "This idempotency key was used for another request");
        } else if (thrown instanceof InProgressException) {
            return new Problem("in-progress", 409, true, "A request with this idempotency key is being processed");
        } else if (thrown instanceof InDoubtException) {
            return new Problem(
                    "in-doubt",
                    409,
                    true,
                    "What became of an earlier request with this idempotency key is not known yet");
        } else if (thrown instanceof LeaseLostException) {
            return new Problem("overtaken", 409, true, "Another request with this idempotency key took over");
        } else if (thrown instanceof ResultNotKeptException) {
            return new Problem(
                    "result-not-kept", 409, false, "This was done before, but its answer can't be given again");
        }
        return failure(thrown);
    }

    private static Problem failure(SemelException thrown) {
        if (thrown instanceof FailureReplayedException) {
            return new Problem("failed-before", 500, false, "An earlier request with this idempotency key failed");
        } else if (thrown instanceof NotRecordedException) {
            return new Problem("not-recorded", 500, true, "This was done, but could not be recorded");
        } else if (thrown instanceof UnreadableRecordException) {
            return new Problem("unreadable-record", 500, false, "The record of this idempotency key can't be read");
        } else if (thrown instanceof StoreException && !(thrown instanceof ResultTooLargeException)) {
            return new Problem("store-unavailable", 503, true, "This can't be done safely at the moment");
        }
        throw thrown;
    }
}
