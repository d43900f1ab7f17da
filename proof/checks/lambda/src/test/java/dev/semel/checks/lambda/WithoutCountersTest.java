package dev.semel.checks.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.services.lambda.runtime.Context;
import dev.semel.Semel;
import dev.semel.http.HttpGuard;
import dev.semel.http.Route;
import dev.semel.lambda.HttpHandler;
import dev.semel.memory.MemoryStore;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Counters are an optional dependency: only a function with quotas carries them. */
@DisplayName("a function without semel-counters")
class WithoutCountersTest {
    private static final Context CONTEXT = (Context) Proxy.newProxyInstance(
            Context.class.getClassLoader(),
            new Class<?>[] {Context.class},
            (self, method, arguments) -> method.getReturnType() == int.class ? 60_000 : null);

    private static final String EVENT = """
            {"version": "2.0", "rawPath": "/payments", "headers": {"idempotency-key": "k-1"}, "body": "{}",
             "requestContext": {"http": {"method": "POST", "path": "/payments"}}}""";

    @Test
    @DisplayName("guards HTTP events")
    void guards() throws Exception {
        assertThatThrownBy(() -> Class.forName("dev.semel.counter.Counters"))
                .isInstanceOf(ClassNotFoundException.class);
        AtomicInteger runs = new AtomicInteger();
        try (Semel semel = Semel.on(MemoryStore.create())) {
            HttpGuard guard = HttpGuard.builder(semel)
                    .route(Route.builder("/payments", "payments.create").build())
                    .build();
            HttpHandler handler = HttpHandler.of(guard, (input, output, context) -> {
                runs.incrementAndGet();
                output.write("{\"statusCode\": 201, \"body\": \"paid\"}".getBytes(StandardCharsets.UTF_8));
            });
            assertThat(handle(handler)).contains("paid");
            assertThat(handle(handler)).contains("paid").containsIgnoringCase("Idempotency-Replayed");
        }
        assertThat(runs).hasValue(1);
    }

    private static String handle(HttpHandler handler) throws Exception {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        handler.handleRequest(new ByteArrayInputStream(EVENT.getBytes(StandardCharsets.UTF_8)), answer, CONTEXT);
        return answer.toString(StandardCharsets.UTF_8);
    }
}
