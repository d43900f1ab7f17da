package dev.semel.lambda;

import static dev.semel.policy.Policies.replayFailures;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.FailureReplayedException;
import dev.semel.InProgressException;
import dev.semel.LeaseLostException;
import dev.semel.MismatchException;
import dev.semel.Semel;
import dev.semel.jackson.JsonCodec;
import dev.semel.lambda.Shop.Payment;
import dev.semel.lambda.Shop.Receipt;
import dev.semel.powertools.PowertoolsStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.lambda.powertools.idempotency.IdempotencyConfig;
import software.amazon.lambda.powertools.idempotency.exceptions.IdempotencyAlreadyInProgressException;
import software.amazon.lambda.powertools.idempotency.exceptions.IdempotencyValidationException;
import software.amazon.lambda.powertools.idempotency.persistence.DataRecord;

@DisplayName("beside Powertools itself, on one table,")
class PowertoolsTest extends BesidePowertools {

    @Test
    @DisplayName("L5 Semel replays calls that Powertools completed")
    void replays() throws Exception {
        byPowertools();
        assertThat(bySemel()).isEqualTo(new Receipt("r-1", 1250));
        assertThat(charges).hasValue(1);
    }

    @Test
    @DisplayName("L5 Powertools replays calls that Semel completed, and so does Semel afterwards")
    void isReplayed() throws Exception {
        bySemel();
        assertThat(byPowertools()).isEqualTo(Map.of("id", "r-1", "cents", 1250));
        assertThat(bySemel().id()).isEqualTo("r-1");
        assertThat(charges).hasValue(1);
        assertThat(item(payment).get("status").s()).isEqualTo("COMPLETED");
        assertThat(item(payment).get("data").s()).isEqualTo("{\"id\":\"r-1\",\"cents\":1250}");
        long second = Instant.now().getEpochSecond();
        assertThat(Long.parseLong(item(payment).get("expiration").n())).isBetween(second + 86_000, second + 86_402);
    }

    @ParameterizedTest
    @ValueSource(strings = {"orderId", "cents", "[orderId, cents]", "{a: orderId, b: cents}", "@"})
    @DisplayName("keys are equal for all types of parts and both hashes")
    void keys(String expression) throws Exception {
        for (String hash : new String[] {"MD5", "SHA-256"}) {
            charges.set(0);
            Payment own = new Payment(payment.orderId() + hash, ORDERS.incrementAndGet(), null);
            IdempotencyConfig config = IdempotencyConfig.builder()
                    .withEventKeyJMESPath(expression)
                    .withPayloadValidationJMESPath("[cents, orderId]")
                    .withHashFunction(hash)
                    .build();
            Powertools powertools = new Powertools(CLIENT, TABLE, config, Map.class);
            LambdaGuard<Receipt> guard = guard().powertoolsNames(hash)
                    .key(EventPart.jmesPath(expression))
                    .comparing(EventPart.jmesPath("[cents, orderId]"));
            powertools.call(own, Invocation.usual(), this::charge);
            assertThat(guard.once(own, Invocation.usual(), this::charge).id()).isEqualTo("r-1");
            assertThat(charges).as(hash).hasValue(1);
        }
    }

    @Test
    @DisplayName("A12 both sides refuse a different payload")
    void validation() throws Exception {
        byPowertools();
        Payment other = new Payment(payment.orderId(), 9999, "09:30");
        assertThatThrownBy(() -> guard().once(other, Invocation.usual(), this::charge))
                .isInstanceOf(MismatchException.class);
        Payment third = new Payment("o-" + ORDERS.incrementAndGet(), 1, "09:30");
        guard().once(third, Invocation.usual(), this::charge);
        assertThatThrownBy(() ->
                        powertools().call(new Payment(third.orderId(), 2, "09:30"), Invocation.usual(), this::charge))
                .isInstanceOf(IdempotencyValidationException.class);
        assertThat(charges).hasValue(2);
    }

    @Test
    @DisplayName("Semel works without validation as well")
    void withoutValidation() throws Exception {
        IdempotencyConfig config =
                IdempotencyConfig.builder().withEventKeyJMESPath("orderId").build();
        Powertools powertools = new Powertools(CLIENT, TABLE, config, Map.class);
        LambdaGuard<Receipt> guard = LambdaGuard.of(semel().operation(Powertools.OPERATION, JsonCodec.of(Receipt.class))
                        .build())
                .powertoolsNames()
                .key(EventPart.at("/orderId"));
        powertools.call(payment, Invocation.usual(), this::charge);
        assertThat(guard.once(new Payment(payment.orderId(), 1, ""), null, this::charge)
                        .id())
                .isEqualTo("r-1");
        Payment next = new Payment("o-" + ORDERS.incrementAndGet(), 1, "");
        guard.once(next, null, this::charge);
        powertools.call(next, Invocation.usual(), this::charge);
        assertThat(charges).hasValue(2);
    }

    @Test
    @DisplayName("L5 A5 a call that is running on one side is refused on the other")
    void inProgress() throws Exception {
        powertools().call(payment, Invocation.usual(), () -> {
            assertThatThrownBy(this::bySemel)
                    .isInstanceOfSatisfying(
                            InProgressException.class,
                            refused -> assertThat(refused.facts().leaseLeft())
                                    .isBetween(Duration.ofSeconds(15), Duration.ofSeconds(31)));
            return charge();
        });
        Payment next = newPayment();
        guard().once(next, Invocation.usual(), () -> {
            assertThatThrownBy(() -> byPowertools(next)).isInstanceOf(IdempotencyAlreadyInProgressException.class);
            return charge();
        });
        assertThat(charges).hasValue(2);
    }

    @Test
    @DisplayName("a call that failed on one side runs on the other immediately")
    void failures() throws Exception {
        assertThatThrownBy(() -> powertools().call(payment, Invocation.usual(), () -> {
                    throw new IllegalStateException("declined");
                }))
                .hasMessage("declined");
        assertThat(bySemel().id()).isEqualTo("r-1");

        Payment next = newPayment();
        assertThatThrownBy(() -> guard().once(next, Invocation.usual(), () -> {
                    throw new IllegalStateException("declined");
                }))
                .hasMessage("declined");
        byPowertools(next);
        assertThat(charges).hasValue(2);
    }

    @Test
    @DisplayName("A6 Semel takes over a terminated call of Powertools when its time has expired")
    void takesOver() throws Exception {
        powertools()
                .store
                .putRecord(
                        theirs(
                                payment,
                                DataRecord.Status.INPROGRESS,
                                null,
                                Instant.now().minusMillis(1)),
                        Instant.now());
        Receipt receipt = guard().once(payment, Invocation.usual(), this::charge);
        assertThat(receipt.id()).isEqualTo("r-1");
        assertThat(byPowertools()).isEqualTo(Map.of("id", "r-1", "cents", 1250));
        assertThat(charges).hasValue(1);
    }

    @Test
    @DisplayName("L6 A7 Semel does not overwrite what Powertools completed or claimed in the meantime")
    void doesNotOverwrite() throws Exception {
        assertThatThrownBy(() -> guard().once(payment, Invocation.usual(), () -> {
                    powertools()
                            .store
                            .updateRecord(theirs(
                                    payment,
                                    DataRecord.Status.COMPLETED,
                                    "{\"id\":\"theirs\",\"cents\":1}",
                                    Instant.now()));
                    return charge();
                }))
                .isInstanceOf(LeaseLostException.class);
        assertThat(bySemel().id()).isEqualTo("theirs");
        assertThat(byPowertools()).isEqualTo(Map.of("id", "theirs", "cents", 1));

        Payment next = newPayment();
        assertThatThrownBy(() -> guard().once(next, Invocation.usual(), () -> {
                    Map<String, AttributeValue> item = Map.of(
                            "id", AttributeValue.fromS(name(next)),
                            "status", AttributeValue.fromS("INPROGRESS"),
                            "expiration",
                                    AttributeValue.fromN(
                                            String.valueOf(Instant.now().getEpochSecond() + 60)),
                            "in_progress_expiration",
                                    AttributeValue.fromN(
                                            String.valueOf(Instant.now().toEpochMilli() + 60_000)));
                    CLIENT.putItem(put -> put.tableName(TABLE).item(item));
                    return charge();
                }))
                .isInstanceOf(LeaseLostException.class);
        assertThat(item(next).get("status").s()).isEqualTo("INPROGRESS");
    }

    @Test
    @DisplayName("A7 Semel does not recreate a record that Powertools deleted")
    void deleted() {
        assertThatThrownBy(() -> guard().once(payment, Invocation.usual(), () -> {
                    powertools().store.deleteRecord(name(payment));
                    return charge();
                }))
                .isInstanceOf(LeaseLostException.class);
        assertThat(bySemel().id()).isEqualTo("r-2");
    }

    @Test
    @DisplayName("A10 Powertools does not run a call with a stored failure")
    void notTheirs() throws Exception {
        LambdaGuard<Receipt> failing = guard(operation -> operation.afterFailure(replayFailures()));
        assertThatThrownBy(() -> failing.once(payment, Invocation.usual(), () -> {
                    throw new IllegalStateException("declined");
                }))
                .hasMessage("declined");
        assertThatThrownBy(this::byPowertools).isInstanceOf(IdempotencyAlreadyInProgressException.class);
        assertThatThrownBy(() -> failing.once(payment, Invocation.usual(), this::charge))
                .isInstanceOf(FailureReplayedException.class);
        assertThat(charges).hasValue(0);
    }

    @Test
    @DisplayName("A3 null is a result on both sides")
    void nulls() throws Exception {
        assertThat(guard().once(payment, Invocation.usual(), () -> null)).isNull();
        assertThat(byPowertools()).isNull();
        Payment next = newPayment();
        powertools().call(next, Invocation.usual(), () -> null);
        assertThat(guard().once(next, Invocation.usual(), this::charge)).isNull();
        assertThat(charges).hasValue(0);
    }

    @Test
    @DisplayName("A4 a record that has expired on one side runs on the other")
    void expired() throws Exception {
        DataRecord old = new DataRecord(
                name(payment),
                DataRecord.Status.COMPLETED,
                Instant.now().getEpochSecond() - 2,
                "{}",
                "00",
                OptionalLong.empty());
        powertools().store.putRecord(old, Instant.now());
        assertThat(bySemel().id()).isEqualTo("r-1");
        Semel brief = Semel.on(PowertoolsStore.builder(CLIENT, TABLE)
                .skewAllowance(Duration.ZERO)
                .clock(() -> Instant.now().minusSeconds(10))
                .build());
        Payment next = newPayment();
        LambdaGuard.of(brief.operation(Powertools.OPERATION, JsonCodec.of(Receipt.class))
                        .retention(Duration.ofSeconds(5))
                        .build())
                .powertoolsNames()
                .key(EventPart.at("/orderId"))
                .once(next, null, this::charge);
        byPowertools(next);
        assertThat(charges).hasValue(3);
    }
}
