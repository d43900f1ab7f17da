package dev.semel.lambda;

import static dev.semel.policy.Policies.hold;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.InDoubtException;
import dev.semel.InProgressException;
import dev.semel.LeaseLostException;
import dev.semel.OperationBuilder;
import dev.semel.Semel;
import dev.semel.jackson.JsonCodec;
import dev.semel.lambda.Shop.Receipt;
import dev.semel.policy.Reconciler.Verdict;
import dev.semel.powertools.PowertoolsStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.lambda.powertools.idempotency.exceptions.IdempotencyAlreadyInProgressException;
import software.amazon.lambda.powertools.idempotency.exceptions.IdempotencyInconsistentStateException;
import software.amazon.lambda.powertools.idempotency.exceptions.IdempotencyItemAlreadyExistsException;
import software.amazon.lambda.powertools.idempotency.persistence.DataRecord;

/** Calls whose outcome neither side knows. */
@DisplayName("beside Powertools itself, on one table, a record in doubt")
class HeldBesidePowertoolsTest extends BesidePowertools {
    private static final Receipt KNOWN = new Receipt("known", 1250);

    private LambdaGuard<Receipt> holding() {
        return guard(operation -> operation.afterAbandonment(hold()));
    }

    private LambdaGuard<Receipt> asking(Verdict<Receipt> verdict) {
        return guard(operation -> operation.reconciler(context -> verdict));
    }

    private Receipt by(LambdaGuard<Receipt> guard) {
        return guard.once(payment, Invocation.usual(), this::charge);
    }

    private interface Meanwhile {
        void run() throws Exception;
    }

    /** A call of Semel that started an hour ago, had half a minute, and has not returned. */
    private void cutOffHere(UnaryOperator<OperationBuilder<Receipt>> choice, Meanwhile meanwhile) throws Exception {
        Semel anHourAgo = Semel.on(PowertoolsStore.builder(CLIENT, TABLE)
                .clock(() -> Instant.now().minusSeconds(3600))
                .build());
        LambdaGuard.of(choice.apply(anHourAgo.operation(Powertools.OPERATION, JsonCodec.of(Receipt.class)))
                        .build())
                .powertoolsNames()
                .key(EventPart.jmesPath("orderId"))
                .comparing(EventPart.jmesPath("cents"))
                .attempt(payment, Invocation.usual(), attempt -> {
                    meanwhile.run();
                    return KNOWN;
                });
    }

    /** A call of Powertools whose time has expired, and which has not returned. */
    private void cutOffThere(Meanwhile meanwhile) throws Exception {
        powertools().call(payment, Invocation.with(() -> -1), () -> {
            meanwhile.run();
            return KNOWN;
        });
    }

    /** The same, in a process that has died. */
    private void abandonedThere() {
        Instant before = Instant.now().minusMillis(1);
        powertools().store.putRecord(theirs(payment, DataRecord.Status.INPROGRESS, null, before), Instant.now());
    }

    @Test
    @DisplayName(
            "L5 A6 of a call that Lambda terminated in Semel does not run in Powertools, even years later, and Powertools replays its outcome")
    void heldHere() throws Exception {
        cutOffHere(operation -> operation.afterAbandonment(hold()), () -> {
            assertThatThrownBy(() -> by(holding())).isInstanceOf(InDoubtException.class);
            assertThatThrownBy(this::byPowertools).isInstanceOf(IdempotencyAlreadyInProgressException.class);
            Instant inYears = Instant.now().plus(Duration.ofDays(3650));
            DataRecord theirs = theirs(payment, DataRecord.Status.INPROGRESS, null, inYears);
            assertThatThrownBy(() -> powertools().store.putRecord(theirs, inYears))
                    .isInstanceOf(IdempotencyItemAlreadyExistsException.class);
            assertThat(theirEnd()).isAfter(inYears);
        });
        assertThat(byPowertools()).isEqualTo(Map.of("id", "known", "cents", 1250));
        assertThat(by(holding())).isEqualTo(KNOWN);
        assertThat(charges).hasValue(0);
    }

    @Test
    @DisplayName("A6 exists only by the policy hold: a call that may run again has expired in Powertools as well")
    void notHeldHere() throws Exception {
        cutOffHere(UnaryOperator.identity(), () -> {
            assertThat(theirEnd()).isBefore(Instant.now());
            assertThatThrownBy(this::byPowertools).isInstanceOf(IdempotencyInconsistentStateException.class);
        });
        assertThat(byPowertools()).isEqualTo(Map.of("id", "known", "cents", 1250));
    }

    /** The end of a call's time as Powertools stores it. */
    private Instant theirEnd() {
        return Instant.ofEpochMilli(
                Long.parseLong(item(payment).get("in_progress_expiration").n()));
    }

    @Test
    @DisplayName("A6 of work that threw in Semel does not run in Powertools")
    void threwHere() {
        assertThatThrownBy(() -> holding().once(payment, Invocation.usual(), () -> {
                    throw new IllegalStateException("time-out");
                }))
                .hasMessage("time-out");
        assertThatThrownBy(() -> by(holding())).isInstanceOf(InDoubtException.class);
        assertThatThrownBy(this::byPowertools).isInstanceOf(IdempotencyAlreadyInProgressException.class);
        assertThat(charges).hasValue(0);
    }

    @Test
    @DisplayName("A6 that Semel's reconciler decides is decided for both sides")
    void decidedHere() throws Exception {
        assertThatThrownBy(() -> cutOffHere(operation -> operation.afterAbandonment(hold()), () -> {
                    assertThatThrownBy(() -> by(asking(Verdict.cannotTell()))).isInstanceOf(InDoubtException.class);
                    assertThatThrownBy(this::byPowertools).isInstanceOf(IdempotencyAlreadyInProgressException.class);
                    assertThat(by(asking(Verdict.happened(new Receipt("found", 1))))
                                    .id())
                            .isEqualTo("found");
                }))
                .isInstanceOf(LeaseLostException.class);
        assertThat(byPowertools()).isEqualTo(Map.of("id", "found", "cents", 1));
        assertThat(charges).hasValue(0);
    }

    @Test
    @DisplayName(
            "L5 A6 of a call that Lambda terminated in Powertools is held unchanged by Semel, which replays its outcome")
    void heldThere() throws Exception {
        cutOffThere(() -> {
            Map<String, AttributeValue> before = item(payment);
            for (int call = 0; call < 3; call++) {
                assertThatThrownBy(() -> by(holding())).isInstanceOf(InDoubtException.class);
            }
            assertThat(item(payment)).isEqualTo(before);
        });
        assertThat(by(holding())).isEqualTo(KNOWN);
        assertThat(charges).hasValue(0);
    }

    @Test
    @DisplayName("A5 is in progress as long as its time in Powertools lasts")
    void runningThere() throws Exception {
        powertools().call(payment, Invocation.usual(), () -> {
            assertThatThrownBy(() -> by(holding())).isInstanceOf(InProgressException.class);
            assertThatThrownBy(() -> by(asking(Verdict.didNotHappen()))).isInstanceOf(InProgressException.class);
            return charge();
        });
        assertThat(charges).hasValue(1);
    }

    /**
     * This version of Powertools compares the end in milliseconds with the time in seconds; other versions run the
     * call.
     */
    @Test
    @DisplayName(
            "A6 of a call that Lambda terminated in Powertools is decided by Powertools, and Semel replays its outcome")
    void theirsThere() throws Exception {
        abandonedThere();
        assertThatThrownBy(() -> by(holding())).isInstanceOf(InDoubtException.class);
        assertThatThrownBy(this::byPowertools).isInstanceOf(IdempotencyInconsistentStateException.class);
        powertools()
                .store
                .updateRecord(theirs(payment, DataRecord.Status.COMPLETED, "{\"id\":\"theirs\"}", Instant.now()));
        assertThat(by(holding()).id()).isEqualTo("theirs");
        assertThat(charges).hasValue(0);
    }

    @Test
    @DisplayName(
            "A6 of a call that Lambda terminated in Powertools is decided for both sides by Semel's reconciler, and held until then")
    void decidedThere() throws Exception {
        abandonedThere();
        assertThatThrownBy(() -> by(asking(Verdict.cannotTell()))).isInstanceOf(InDoubtException.class);
        assertThatThrownBy(this::byPowertools).isInstanceOf(IdempotencyAlreadyInProgressException.class);
        assertThat(by(asking(Verdict.happened(KNOWN)))).isEqualTo(KNOWN);
        assertThat(byPowertools()).isEqualTo(Map.of("id", "known", "cents", 1250));
        assertThat(charges).hasValue(0);
    }

    @Test
    @DisplayName("A6 of a call that Lambda terminated in Powertools runs in Semel if the reconciler reports no effect")
    void didNotHappenThere() throws Exception {
        abandonedThere();
        assertThat(by(asking(Verdict.didNotHappen())).id()).isEqualTo("r-1");
        assertThat(byPowertools()).isEqualTo(Map.of("id", "r-1", "cents", 1250));
        assertThat(charges).hasValue(1);
    }

    @Test
    @DisplayName("A4 of a call that Lambda terminated in Powertools is held by Semel only until Powertools' expiration")
    void expiredThere() {
        Instant before = Instant.now().minusSeconds(3602);
        DataRecord kept = theirs(payment, DataRecord.Status.INPROGRESS, null, before);
        DataRecord over = new DataRecord(
                kept.getIdempotencyKey(),
                kept.getStatus(),
                before.plusSeconds(3600).getEpochSecond(),
                null,
                kept.getPayloadHash(),
                kept.getInProgressExpiryTimestamp());
        powertools().store.putRecord(over, Instant.now());
        assertThat(by(holding()).id()).isEqualTo("r-1");
    }
}
