package dev.semel.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.InvalidKeyException;
import dev.semel.SemelException;
import dev.semel.StoreException;
import dev.semel.store.ResultTooLargeException;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;

@DisplayName("Problems of annotated methods")
class IdempotentProblemsTest {

    @Test
    @DisplayName("C2 a missing key and a malformed one have the problem types of routes")
    void keys() {
        assertThat(type(InvalidKeyException.missing("no key"))).isEqualTo("urn:semel:problem:key-missing");
        assertThat(type(new InvalidKeyException("too long"))).isEqualTo("urn:semel:problem:key-malformed");
    }

    @Test
    @DisplayName("C9 a store that fails is a 503 with Retry-After")
    void stores() {
        ResponseEntity<ProblemDetail> answer = new IdempotentProblems().answer(new StoreException("down", null));

        assertThat(answer.getStatusCode().value()).isEqualTo(503);
        assertThat(answer.getHeaders().getFirst("Retry-After")).isEqualTo("1");
    }

    @Test
    @DisplayName("an exception without a problem is passed on unchanged")
    void others() {
        SemelException thrown = new ResultTooLargeException(2, 1);

        assertThatThrownBy(() -> new IdempotentProblems().answer(thrown)).isSameAs(thrown);
    }

    private static String type(SemelException thrown) {
        return String.valueOf(
                Objects.requireNonNull(new IdempotentProblems().answer(thrown).getBody())
                        .getType());
    }
}
