package dev.semel.lambda;

import static dev.semel.policy.Policies.runUnprotected;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.InvalidKeyException;
import dev.semel.Outcome;
import dev.semel.lambda.Shop.Payment;
import dev.semel.lambda.Shop.Receipt;
import dev.semel.lambda.event.EventKeys;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("an event without a key")
class MissingKeysTest {
    private static final Payment WITHOUT = new Payment(null, 1250, "09:30");

    private final Shop shop = new Shop();

    @Test
    @DisplayName("B3 is refused and does not run, without a call to the store")
    void refused() {
        LambdaGuard<Receipt> guard = LambdaGuard.of(shop.payments().build()).key(EventPart.at("/orderId"));
        for (String nothing : new String[] {null, ""}) {
            assertThatThrownBy(() -> guard.once(new Payment(nothing, 1, ""), Invocation.usual(), () -> null))
                    .isInstanceOf(InvalidKeyException.class);
        }
        assertThat(shop.charges).hasValue(0);
        assertThat(shop.store.calls()).isZero();
    }

    @Test
    @DisplayName(
            "B6 is refused as well if its key is an invalid text; the whole event and several pointers are digested")
    void unusable() throws Exception {
        String tooLong = "x".repeat(256);
        Payment payment = new Payment(tooLong, 1250, "09:30");
        for (EventPart part : List.of(EventPart.at("/orderId"), EventPart.jmesPath("orderId"))) {
            LambdaGuard<Receipt> guard = LambdaGuard.of(shop.payments().build()).key(part);
            assertThatThrownBy(() -> guard.once(payment, Invocation.usual(), () -> shop.charge(payment)))
                    .isInstanceOf(InvalidKeyException.class);
        }
        assertThat(shop.charges).hasValue(0);
        assertThat(shop.store.calls()).isZero();
        LambdaGuard<Receipt> whole = LambdaGuard.of(shop.payments().build());
        LambdaGuard<Receipt> both = whole.key(EventPart.at("/orderId", "/cents"));
        for (int call = 0; call < 2; call++) {
            whole.once(tooLong, Invocation.usual(), () -> shop.charge(payment));
            both.once(payment, Invocation.usual(), () -> shop.charge(payment));
        }
        assertThat(shop.charges).hasValue(2);
    }

    @Test
    @DisplayName("B3 runs unprotected if that is the policy, with one warning and without a call to the store")
    void unprotected() throws Exception {
        LambdaGuard<Receipt> guard = LambdaGuard.of(
                        shop.payments().withoutKey(runUnprotected()).build())
                .key(EventPart.jmesPath("orderId"));
        try (Warnings warnings = new Warnings()) {
            for (int call = 0; call < 3; call++) {
                Outcome<Receipt> outcome = guard.attempt(WITHOUT, Invocation.usual(), attempt -> shop.charge(WITHOUT));
                assertThat(outcome).isInstanceOf(Outcome.Unprotected.class);
            }
            assertThat(warnings.all()).hasSize(1);
        }
        assertThat(shop.charges).hasValue(3);
        assertThat(shop.store.calls()).isZero();
    }

    @Test
    @DisplayName("B3 is an event whose part is null, empty, or contains nothing else; 0 and false are keys")
    void whatIsMissing() {
        EventPart part = EventPart.jmesPath("k");
        for (String nothing : List.of("{}", "{\"k\":null}", "{\"k\":\"\"}", "{\"k\":[]}", "{\"k\":{\"a\":null}}")) {
            assertThat(EventKeys.of(part.in(RuntimeLoop.json(nothing))))
                    .as(nothing)
                    .isNull();
        }
        assertThat(EventKeys.of(part.in(RuntimeLoop.json("{\"k\":0}")))).isEqualTo("0");
        assertThat(EventKeys.of(part.in(RuntimeLoop.json("{\"k\":false}")))).isEqualTo("false");
    }
}
