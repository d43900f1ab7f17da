package dev.semel.http;

import dev.semel.ResultNotKeptException;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** What a caller gets if a guarded request ends in an exception. */
final class Failures {
    private Failures() {}

    /**
     * Answers.
     *
     * @param produced what the application has answered; {@code null} if it has not, or failed
     * @throws CompletionException with what the application threw
     */
    static Answer answerTo(Throwable thrown, @Nullable Answer produced) {
        if (thrown instanceof NotStored notStored) {
            Answer answer = notStored.answer();
            if (answer != null) {
                return answer;
            }
            throw new CompletionException(notStored.getCause());
        } else if (thrown instanceof ResultNotKeptException) {
            return produced != null ? produced : GuardedRequest.notKept();
        }
        Problem problem = Problem.of(thrown).orElse(null);
        String detail = problem == null ? null : detail(problem, produced != null);
        if (problem == null || detail == null) {
            throw new CompletionException(thrown);
        }
        return problem.answer(detail);
    }

    /** What the caller can do; {@code null} for what only the application can have thrown. */
    private static @Nullable String detail(Problem problem, boolean mayBeDone) {
        return switch (problem) {
            case OVERTAKEN -> "Send it again with the same key.";
            case NOT_RECORDED -> "Determine its outcome before you send it with another key.";
            case UNREADABLE_RECORD -> "It was not done again. The operator has to look at the record.";
            case STORE_UNAVAILABLE ->
                mayBeDone
                        ? "Whether it was done is not known. Send it again with the same key: it is not done twice."
                        : "Nothing was done. Send it again with the same key.";
            default -> null;
        };
    }
}
