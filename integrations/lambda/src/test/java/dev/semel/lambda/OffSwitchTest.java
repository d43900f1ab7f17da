package dev.semel.lambda;

import static dev.semel.lambda.Shop.PAYMENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import dev.semel.Codec;
import dev.semel.http.HttpGuard;
import dev.semel.http.Route;
import dev.semel.lambda.Shop.Payment;
import dev.semel.lambda.Shop.Receipt;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("the environment variable SEMEL_DISABLED")
class OffSwitchTest {
    private final Shop shop = new Shop();

    private static UnaryOperator<String> environment(String value) {
        return Map.of("SEMEL_DISABLED", value)::get;
    }

    private LambdaGuard<Receipt> guard(String value) {
        return LambdaGuard.of(shop.payments().build())
                .key(EventPart.at("/orderId"))
                .environment(environment(value));
    }

    private void twiceWithoutTheStore(Runnable call) {
        int before = shop.charges.get();
        call.run();
        call.run();
        assertThat(shop.charges).hasValue(before + 2);
        assertThat(shop.store.calls()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "1", "TRUE", " true "})
    @DisplayName("L2 turns off every form, and logs it")
    void off(String value) {
        try (Warnings warnings = new Warnings()) {
            LambdaGuard<Receipt> off = guard(value);
            assertThat(warnings.all()).isNotEmpty();
            twiceWithoutTheStore(() -> off.once(PAYMENT, Invocation.usual(), () -> shop.charge(PAYMENT)));
            RequestHandler<Payment, Receipt> handler = off.handler((payment, context) -> shop.charge(payment));
            twiceWithoutTheStore(() -> handler.handleRequest(PAYMENT, Invocation.usual()));
            RequestHandler<Payment, Receipt> attempts =
                    off.attemptHandler((payment, context, attempt) -> shop.charge(payment));
            twiceWithoutTheStore(() -> attempts.handleRequest(PAYMENT, Invocation.usual()));
        }
    }

    @Test
    @DisplayName("L2 turns off streams, batches and HTTP")
    void otherForms() {
        LambdaGuard<byte[]> bytes = LambdaGuard.of(
                        shop.semel.operation("raw", Codec.bytes()).build())
                .environment(environment("true"));
        RuntimeLoop stream = RuntimeLoop.over(
                LambdaGuard.streamHandler(bytes, (in, out, context) -> shop.charges.incrementAndGet()));
        twiceWithoutTheStore(() -> stream.invokeRaw("not JSON at all"));

        RuntimeLoop batch =
                RuntimeLoop.over(BatchHandler.of(guard("true"), (message, attempt) -> shop.charge(PAYMENT)));
        twiceWithoutTheStore(() -> batch.invoke(Events.sqs("m-1", "{}")));

        HttpGuard routes = HttpGuard.builder(shop.semel)
                .route(Route.builder("/payments", "http").build())
                .build();
        RuntimeLoop http = RuntimeLoop.over(HttpHandler.of(routes, (in, out, context) -> {
                    shop.charges.incrementAndGet();
                    out.write("{\"statusCode\": 201}".getBytes(java.nio.charset.StandardCharsets.UTF_8));
                })
                .environment(environment("true")));
        twiceWithoutTheStore(() -> http.invoke(Events.rest("POST", "/payments", "k-1", "{}")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "false", "0", "False"})
    @DisplayName("changes nothing if it is false")
    void on(String value) {
        LambdaGuard<Receipt> on = guard(value);
        on.once(PAYMENT, Invocation.usual(), () -> shop.charge(PAYMENT));
        on.once(PAYMENT, Invocation.usual(), () -> shop.charge(PAYMENT));
        assertThat(shop.charges).hasValue(1);
    }

    @Test
    @DisplayName("L2 is refused if it has another value")
    void neither() {
        assertThatThrownBy(() -> guard("maybe"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("SEMEL_DISABLED");
    }
}
