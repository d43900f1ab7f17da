package dev.semel.spring;

import dev.semel.SemelException;
import dev.semel.http.Problem;
import java.net.URI;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Answers Semel's exceptions with the problem documents (RFC 9457) of the {@linkplain Problem catalogue} that routes use. For controllers whose
 * methods, or the services behind them, are {@link Idempotent}: import it as a bean. The application's own advice for the same exceptions
 * takes precedence.
 */
@RestControllerAdvice
@Order(Ordered.LOWEST_PRECEDENCE)
public final class IdempotentProblems {

    /** Returns a document that never contains a key, a payload or anything from the store. */
    @ExceptionHandler
    ResponseEntity<ProblemDetail> answer(SemelException thrown) {
        Problem problem = thrown instanceof PrincipalMissingException
                ? Problem.PRINCIPAL_MISSING
                : Problem.of(thrown).orElseThrow(() -> thrown);
        ProblemDetail document = ProblemDetail.forStatus(problem.status());
        document.setType(URI.create(problem.type()));
        document.setTitle(problem.title());
        document.setProperty("retryable", problem.isRetryable());
        ResponseEntity.BodyBuilder entity = ResponseEntity.status(problem.status());
        problem.retryAfter().ifPresent(wait -> entity.header("Retry-After", String.valueOf(wait.toSeconds())));
        return entity.body(document);
    }
}
