package dev.semel.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.InvalidKeyException;
import dev.semel.StoreException;
import dev.semel.store.ResultTooLargeException;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The catalogue of problems")
class ProblemTest {

    @Test
    @DisplayName("C2 distinguishes a missing key from a malformed one")
    void keys() {
        assertThat(Problem.of(InvalidKeyException.missing("no key"))).contains(Problem.KEY_MISSING);
        assertThat(Problem.of(new InvalidKeyException("too long"))).contains(Problem.KEY_MALFORMED);
    }

    @Test
    @DisplayName(
            "C9 a failing store is a 503; a result that is too large, and exceptions of the application, are not problems of Semel")
    void stores() {
        assertThat(Problem.of(new StoreException("down", null))).contains(Problem.STORE_UNAVAILABLE);
        assertThat(Problem.of(new ResultTooLargeException(2, 1))).isEmpty();
        assertThat(Problem.of(new IllegalStateException())).isEmpty();
    }

    @Test
    @DisplayName("types and statuses are the published ones")
    void published() {
        assertThat(Arrays.stream(Problem.values())
                        .map(each -> each.type().replace("urn:semel:problem:", "") + " " + each.status())
                        .collect(Collectors.joining(", ")))
                .isEqualTo(
                        "principal-missing 401, not-verified 401, replay-refused 403, key-missing 400, key-malformed 400, "
                                + "path-ambiguous 400, body-too-large 413, body-unreadable 400, other-request 422, in-progress 409, "
                                + "in-doubt 409, overtaken 409, result-not-kept 409, failed-before 500, answer-too-large 500, "
                                + "not-recorded 500, unreadable-record 500, store-unavailable 503, quota-exceeded 429, "
                                + "quota-unknown 403, unknown-key 404");
    }

    @Test
    @DisplayName("Retry-After is sent with retryable problems, and only with those")
    void retries() {
        for (Problem each : Problem.values()) {
            assertThat(Dialogue.DEFAULT
                            .answer(each.refusal(""))
                            .header("Retry-After")
                            .isPresent())
                    .as("%s", each)
                    .isEqualTo(each.isRetryable());
        }
    }
}
