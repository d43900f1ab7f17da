package dev.semel.http;

import dev.semel.LeaseLostException;
import dev.semel.NotRecordedException;
import dev.semel.ResultNotKeptException;
import dev.semel.WaitInterruptedException;
import dev.semel.store.ResultTooLargeException;
import dev.semel.store.StoreException;
import dev.semel.store.UnreadableRecordException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** What a caller gets if a guarded request ends in an exception. */
final class Failures {
    private static final Duration SOON = Duration.ofSeconds(1);

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
        } else if (thrown instanceof LeaseLostException) {
            return Problem.OVERTAKEN.answer(Problem.OVERTAKEN.status(), "Send it again with the same key.", SOON);
        } else if (thrown instanceof NotRecordedException) {
            return Problem.NOT_RECORDED.answer("Find out what became of it before you send it with another key.");
        } else if (thrown instanceof UnreadableRecordException) {
            return Problem.UNREADABLE_RECORD.answer("It was not done again. The operator has to look at the record.");
        } else if (isUnavailable(thrown) || thrown instanceof WaitInterruptedException) {
            return Problem.STORE_UNAVAILABLE.answer(
                    Problem.STORE_UNAVAILABLE.status(),
                    produced == null
                            ? "Nothing was done. Send it again with the same key."
                            : "Whether it was done is not known. Send it again with the same key: it is not done twice.",
                    SOON);
        }
        throw new CompletionException(thrown);
    }

    /** A result that is too large for the store stays so, however often it is sent. */
    private static boolean isUnavailable(Throwable thrown) {
        return thrown instanceof StoreException && !(thrown instanceof ResultTooLargeException);
    }
}
