package dev.semel.spring;

import dev.semel.SemelException;
import dev.semel.http.Answer;
import dev.semel.http.Dialogue;
import dev.semel.http.Problem;
import dev.semel.http.Refusal;
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
    private final Dialogue dialogue;

    /** Creates the advice with the default dialogue. */
    public IdempotentProblems() {
        this(Dialogue.DEFAULT);
    }

    /**
     * Creates the advice.
     *
     * @param dialogue decides the types of problems, the status while the first call runs, the time for a retry and the documentation; its {@linkplain
     *     Dialogue#errorBodies renderer of errors} is for routes alone
     */
    public IdempotentProblems(Dialogue dialogue) {
        this.dialogue = dialogue;
    }

    /** Returns a document that never contains a key, a payload or anything from the store. */
    @ExceptionHandler
    ResponseEntity<ProblemDetail> answer(SemelException thrown) {
        Problem problem = thrown instanceof PrincipalMissingException
                ? Problem.PRINCIPAL_MISSING
                : Problem.of(thrown).orElseThrow(() -> thrown);
        Refusal refusal = dialogue.refusal(problem, "");
        ProblemDetail document = ProblemDetail.forStatus(refusal.status());
        document.setType(URI.create(dialogue.typeOf(problem)));
        document.setTitle(problem.title());
        document.setProperty("retryable", problem.isRetryable());
        ResponseEntity.BodyBuilder entity = ResponseEntity.status(refusal.status());
        Answer words = dialogue.answer(refusal);
        words.header("Retry-After").ifPresent(wait -> entity.header("Retry-After", wait));
        words.header("Link").ifPresent(link -> entity.header("Link", link));
        return entity.body(document);
    }
}
