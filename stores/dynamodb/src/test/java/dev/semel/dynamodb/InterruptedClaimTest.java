package dev.semel.dynamodb;

import static dev.semel.policy.Policies.hold;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.WaitInterruptedException;
import dev.semel.store.RecordId;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/** The SDK aborts a call when its thread is interrupted, even if DynamoDB has answered. */
@DisplayName("a caller that is interrupted while DynamoDB answers its claim")
class InterruptedClaimTest {
    private final AtomicBoolean armed = new AtomicBoolean(true);
    private final ExecutionInterceptor interrupting = new ExecutionInterceptor() {
        @Override
        public void afterTransmission(Context.AfterTransmission context, ExecutionAttributes attributes) {
            if (context.request() instanceof PutItemRequest && armed.getAndSet(false)) {
                Thread.currentThread().interrupt();
            }
        }
    };
    private final DynamoDbStore store = DynamoDbStore.builder(Clients.shared(interrupting))
            .table("interrupted")
            .createTable(true)
            .build();

    @AfterEach
    void clear() {
        Thread.interrupted();
    }

    @Test
    @DisplayName("A17 A26 leaves no record behind: the next call runs, although the policy is to hold")
    void givenBack() throws InterruptedException {
        Operation<String> held = Semel.on(store)
                .operation("interrupted", Codec.text())
                .lease(Duration.ofMinutes(5))
                .afterAbandonment(hold())
                .build();
        String key = UUID.randomUUID().toString();
        Throwable thrown = catchThrowable(() -> held.once(key, "r", () -> "never"));
        assertThat(thrown).isInstanceOf(WaitInterruptedException.class);
        assertThat(Thread.interrupted()).isTrue();
        for (int i = 0; i < 3_000 && isThere(key); i++) {
            Thread.sleep(10);
        }
        assertThat(held.once(key, "another request", () -> "ran")).isEqualTo("ran");
    }

    private boolean isThere(String key) {
        return store.find(new RecordId("interrupted", "", key)).isPresent();
    }
}
