package dev.semel.lambda;

import static dev.semel.lambda.Shop.PAYMENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.annotation.JsonAutoDetect;
import dev.semel.Codec;
import dev.semel.InProgressException;
import dev.semel.InvalidKeyException;
import dev.semel.MismatchException;
import dev.semel.Outcome;
import dev.semel.RecordState;
import dev.semel.Semel;
import dev.semel.lambda.Shop.Payment;
import dev.semel.lambda.Shop.Receipt;
import dev.semel.testkit.StoreCall;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a guarded function")
class LambdaGuardTest {
    private static final String EVENT = "{\"orderId\": \"o-1\", \"cents\": 1250, \"sentAt\": \"09:30\"}";
    private static final EventPart ORDER = EventPart.at("/orderId");

    private final Shop shop = new Shop();
    private final LambdaGuard<Receipt> guard =
            LambdaGuard.of(shop.payments().build()).key(ORDER);

    /** A function as users write it. */
    final class Function implements RequestHandler<Payment, Receipt> {
        private final RequestHandler<Payment, Receipt> guarded =
                guard.handler((payment, context) -> shop.charge(payment));

        @Override
        public Receipt handleRequest(Payment payment, Context context) {
            return guarded.handleRequest(payment, context);
        }
    }

    private Receipt once(Payment payment) {
        return guard.once(payment, Invocation.usual(), () -> shop.charge(payment));
    }

    @Test
    @DisplayName("A1 runs once; the second invocation gets the first answer with one call to the store")
    void replays() {
        RuntimeLoop loop = RuntimeLoop.over(new Function());
        assertThat(loop.run(List.of(EVENT, EVENT, EVENT))).containsOnly("{\"id\":\"r-1\",\"cents\":1250}");
        assertThat(shop.charges).hasValue(1);
        assertThat(shop.store.count(StoreCall.CLAIM)).isEqualTo(3);
        assertThat(shop.store.calls()).isEqualTo(4);
    }

    @Test
    @DisplayName("A3 replays lists with their elements, and null results")
    void typedResults() {
        LambdaGuard<List<Receipt>> many = LambdaGuard.of(shop.manyPayments().build());
        for (int call = 0; call < 2; call++) {
            List<Receipt> receipts = many.once(PAYMENT, Invocation.usual(), () -> List.of(shop.charge(PAYMENT)));
            assertThat(receipts).containsExactly(new Receipt("r-1", 1250));
        }
        LambdaGuard<Void> nothing = LambdaGuard.of(
                shop.semel.operation("emails.send", Codec.nothing()).build());
        RequestHandler<Payment, Void> handler = nothing.handler((payment, context) -> {
            shop.charge(payment);
            return null;
        });
        assertThat(handler.handleRequest(PAYMENT, Invocation.usual())).isNull();
        assertThat(handler.handleRequest(PAYMENT, Invocation.usual())).isNull();
        assertThat(shop.charges).hasValue(2);
    }

    @Test
    @DisplayName("of streams replays the same bytes, and writes none before they are stored")
    void streams() throws IOException {
        LambdaGuard<byte[]> bytes = LambdaGuard.of(
                        shop.semel.operation("payments.raw", Codec.bytes()).build())
                .key(ORDER);
        RequestStreamHandler handler = LambdaGuard.streamHandler(bytes, (in, out, context) -> {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo(EVENT);
            out.write(("  {\"id\" :" + shop.charges.incrementAndGet() + "}").getBytes(StandardCharsets.UTF_8));
        });
        handler.handleRequest(
                new java.io.ByteArrayInputStream(EVENT.getBytes(StandardCharsets.UTF_8)),
                new java.io.OutputStream() {
                    @Override
                    public void write(int one) {
                        assertThat(shop.store.count(StoreCall.SETTLE)).isEqualTo(1);
                    }
                },
                Invocation.usual());
        RuntimeLoop loop = RuntimeLoop.over(handler);
        assertThat(loop.invokeRaw(EVENT)).asString().isEqualTo("  {\"id\" :1}");
        assertThatThrownBy(() -> loop.invokeRaw("{\"orderId\": ")).isInstanceOf(IllegalArgumentException.class);
        assertThat(shop.charges).hasValue(1);
    }

    @Test
    @DisplayName("passes the attempt to its handler, and throws the handler's exceptions unwrapped")
    void attempts() {
        RequestHandler<Payment, Receipt> handler = guard.attemptHandler((payment, context, attempt) -> {
            if (attempt.attempt() == 1) {
                throw new IOException("the network is away");
            }
            return new Receipt(attempt.childKey("card-network"), attempt.attempt());
        });
        assertThatThrownBy(() -> handler.handleRequest(PAYMENT, Invocation.usual()))
                .isExactlyInstanceOf(IOException.class);
        assertThat(shop.record("o-1").state()).isEqualTo(RecordState.RELEASED);
        assertThat(handler.handleRequest(PAYMENT, Invocation.usual()).cents()).isEqualTo(2);
    }

    @Test
    @DisplayName("A12 refuses a different event under the same key, with the facts of the record")
    void mismatches() {
        once(PAYMENT);
        assertThatThrownBy(() -> once(new Payment("o-1", 9999, "09:30")))
                .isInstanceOfSatisfying(MismatchException.class, refused -> {
                    assertThat(refused.facts().state()).isEqualTo(RecordState.COMPLETED);
                    assertThat(refused.facts().attempt()).isEqualTo(1);
                });
        assertThat(shop.charges).hasValue(1);
    }

    @Test
    @DisplayName("B4 compares only the chosen part")
    void compares() {
        Payment later = new Payment("o-1", 1250, "09:31");
        Payment other = new Payment("o-1", 9999, "09:31");
        LambdaGuard<Receipt> byAmount = guard.comparing(EventPart.jmesPath("cents"));
        byAmount.once(PAYMENT, null, () -> shop.charge(PAYMENT));
        assertThat(byAmount.once(later, null, () -> shop.charge(later)).id()).isEqualTo("r-1");
        assertThatThrownBy(() -> byAmount.once(other, null, () -> shop.charge(other)))
                .isInstanceOf(MismatchException.class);

        LambdaGuard<Receipt> blind =
                guard.key(EventPart.jmesPath("[orderId, 'blind']")).comparingNothing();
        blind.once(PAYMENT, null, () -> shop.charge(PAYMENT));
        assertThat(blind.once(other, null, () -> shop.charge(other)).id()).isEqualTo("r-2");
        assertThat(shop.charges).hasValue(2);
    }

    @Test
    @DisplayName("A5 refuses a duplicate while the first runs, with the facts of the record")
    void refusesWhileRunning() {
        guard.once(PAYMENT, Invocation.with(() -> 5000), () -> {
            assertThatThrownBy(() -> once(PAYMENT)).isInstanceOfSatisfying(InProgressException.class, refused -> {
                assertThat(refused.facts().leaseLeft().toMillis()).isEqualTo(5000);
                assertThat(refused.facts().since()).isEqualTo(shop.clock.instant());
            });
            Outcome<Receipt> outcome = guard.attempt(PAYMENT, Invocation.usual(), attempt -> shop.charge(PAYMENT));
            assertThat(outcome).isInstanceOf(Outcome.InProgress.class);
            return shop.charge(PAYMENT);
        });
        assertThat(shop.charges).hasValue(1);
    }

    @Test
    @DisplayName("A13 separates scopes, and refuses an event without the chosen scope")
    void scopes() {
        LambdaGuard<Receipt> scoped = guard.key(EventPart.at("/cents")).scope(ORDER);
        scoped.once(PAYMENT, null, () -> shop.charge(PAYMENT));
        Payment other = new Payment("o-2", 1250, "09:30");
        assertThat(scoped.once(other, null, () -> shop.charge(other)).id()).isEqualTo("r-2");
        assertThatThrownBy(() -> scoped.once(new Payment("", 1250, ""), null, () -> null))
                .isInstanceOf(InvalidKeyException.class)
                .hasMessageContaining("/orderId");
    }

    @Test
    @DisplayName("calls its hook for replays only, and does not store what the hook returns")
    void hook() {
        LambdaGuard<Receipt> hooked =
                guard.onReplay((receipt, facts) -> new Receipt(receipt.id() + " " + facts.state(), receipt.cents()));
        assertThat(hooked.once(PAYMENT, null, () -> shop.charge(PAYMENT)).id()).isEqualTo("r-1");
        for (int call = 0; call < 2; call++) {
            assertThat(hooked.once(PAYMENT, null, () -> shop.charge(PAYMENT)).id())
                    .isEqualTo("r-1 COMPLETED");
        }
    }

    @Test
    @DisplayName("A18 answers from the near cache, if there is one, without the store")
    void nearCache() {
        Semel near = Semel.builder(shop.store).nearCache(10).build();
        LambdaGuard<Receipt> cached = LambdaGuard.of(near.operation(
                                Shop.OPERATION,
                                shop.payments().build().settings().codec())
                        .build())
                .key(ORDER);
        for (int call = 0; call < 3; call++) {
            assertThat(cached.once(PAYMENT, Invocation.usual(), () -> shop.charge(PAYMENT))
                            .id())
                    .isEqualTo("r-1");
        }
        assertThat(shop.store.calls()).isEqualTo(2);
        Payment other = new Payment("o-1", 1, "");
        assertThatThrownBy(() -> cached.once(other, Invocation.usual(), () -> shop.charge(other)))
                .isInstanceOf(MismatchException.class);
    }

    @Test
    @DisplayName("uses the whole event as the key by default")
    void wholeEvent() {
        LambdaGuard<Receipt> whole = LambdaGuard.of(shop.payments().build());
        whole.once(PAYMENT, null, () -> shop.charge(PAYMENT));
        whole.once(new Payment("o-1", 1250, "09:31"), null, () -> shop.charge(PAYMENT));
        whole.once(PAYMENT, null, () -> shop.charge(PAYMENT));
        assertThat(shop.charges).hasValue(2);
    }

    @Test
    @DisplayName("refuses an event that cannot be written as JSON without quoting it")
    void unwritable() {
        Object event = new Unwritable();
        assertThatThrownBy(() -> guard.once(event, null, () -> null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cannot be written as JSON")
                .hasStackTraceContaining("JsonMappingException")
                .satisfies(thrown -> assertThat(stackTrace(thrown)).doesNotContain("4111"));
    }

    /** A bean that Jackson cannot write. */
    @JsonAutoDetect(getterVisibility = JsonAutoDetect.Visibility.ANY)
    private static final class Unwritable {
        @SuppressWarnings("unused")
        String getSecret() {
            return String.valueOf(Integer.parseInt("4111 1111 1111 1111"));
        }
    }

    private static String stackTrace(Throwable thrown) {
        java.io.StringWriter text = new java.io.StringWriter();
        thrown.printStackTrace(new java.io.PrintWriter(text));
        return text.toString();
    }
}
