package dev.semel.lambda;

import static dev.semel.lambda.Shop.PAYMENT;
import static dev.semel.policy.Policies.hold;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.InDoubtException;
import dev.semel.InProgressException;
import dev.semel.LeaseLostException;
import dev.semel.OperationBuilder;
import dev.semel.RecordState;
import dev.semel.lambda.Shop.Receipt;
import dev.semel.lambda.invocation.TimeLeft;
import dev.semel.policy.OperationSettings;
import dev.semel.store.StoredRecord;
import dev.semel.testkit.StoreCall;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the lease of an invocation")
class TimeLeftTest {
    private final Shop shop = new Shop();

    private LambdaGuard<Receipt> guard(OperationBuilder<Receipt> operation) {
        return LambdaGuard.of(operation.build()).key(EventPart.at("/orderId"));
    }

    private Receipt call(LambdaGuard<Receipt> guard, int millisLeft) {
        return guard.once(PAYMENT, Invocation.with(() -> millisLeft), () -> shop.charge(PAYMENT));
    }

    @Test
    @DisplayName("L1 lasts for its remaining time, regardless of the operation's lease")
    void follows() {
        LambdaGuard<Receipt> guard = guard(shop.payments().lease(Duration.ofHours(1)));
        guard.once(PAYMENT, Invocation.with(() -> 2345), () -> {
            StoredRecord running = shop.record("o-1");
            assertThat(Duration.between(running.createdAt(), running.leaseEnd()))
                    .isEqualTo(Duration.ofMillis(2345));
            return shop.charge(PAYMENT);
        });
    }

    @Test
    @DisplayName("is the operation's lease without an invocation")
    void withoutInvocation() {
        LambdaGuard<Receipt> guard = guard(shop.payments().lease(Duration.ofMinutes(3)));
        guard.once(PAYMENT, null, () -> {
            StoredRecord running = shop.record("o-1");
            assertThat(Duration.between(running.createdAt(), running.leaseEnd()))
                    .isEqualTo(Duration.ofMinutes(3));
            return shop.charge(PAYMENT);
        });
    }

    @Test
    @DisplayName(
            "L1 A6 ends when Lambda terminates the invocation: the retry takes over, and the terminated one changes nothing")
    void cutOff() {
        LambdaGuard<Receipt> guard = guard(shop.payments());
        assertThatThrownBy(() -> guard.once(PAYMENT, Invocation.with(() -> 3000), () -> {
                    shop.clock.advance(Duration.ofMillis(2999));
                    assertThatThrownBy(() -> call(guard, 3000)).isInstanceOf(InProgressException.class);
                    shop.clock.advance(Duration.ofMillis(1));
                    assertThat(shop.record("o-1").state()).isEqualTo(RecordState.ABANDONED);
                    assertThat(call(guard, 3000).id()).isEqualTo("r-1");
                    return shop.charge(PAYMENT);
                }))
                .isInstanceOf(LeaseLostException.class);
        assertThat(call(guard, 3000).id()).isEqualTo("r-1");
        assertThat(shop.record("o-1").attempt()).isEqualTo(2);
        assertThat(shop.store.count(StoreCall.RENEW)).isZero();
    }

    @Test
    @DisplayName("A6 leaves a record in doubt if that is the policy")
    void held() {
        LambdaGuard<Receipt> guard = guard(shop.payments().afterAbandonment(hold()));
        guard.once(PAYMENT, Invocation.with(() -> 3000), () -> {
            shop.clock.advance(Duration.ofSeconds(3));
            assertThatThrownBy(() -> call(guard, 3000))
                    .isInstanceOfSatisfying(
                            InDoubtException.class,
                            refused -> assertThat(refused.facts().state()).isEqualTo(RecordState.IN_DOUBT));
            return shop.charge(PAYMENT);
        });
        assertThat(shop.charges).hasValue(1);
    }

    @Test
    @DisplayName("is the shortest possible one if no time is left")
    void noTime() {
        LambdaGuard<Receipt> guard = guard(shop.payments());
        for (int left : new int[] {0, -5, Integer.MIN_VALUE}) {
            assertThat(TimeLeft.of(Invocation.with(() -> left))).isEqualTo(OperationSettings.MIN_LEASE);
        }
        assertThat(call(guard, 0).id()).isEqualTo("r-1");
    }
}
