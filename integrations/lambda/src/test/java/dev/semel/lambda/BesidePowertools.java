package dev.semel.lambda;

import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.semel.OperationBuilder;
import dev.semel.Semel;
import dev.semel.jackson.JsonCodec;
import dev.semel.lambda.Shop.Payment;
import dev.semel.lambda.Shop.Receipt;
import dev.semel.lambda.event.PowertoolsNaming;
import dev.semel.powertools.PowertoolsStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.lambda.powertools.idempotency.IdempotencyConfig;
import software.amazon.lambda.powertools.idempotency.persistence.DataRecord;

/** A function with Powertools and a function with Semel, on one table. */
abstract class BesidePowertools {
    static final String TABLE = "powertools_" + UUID.randomUUID();
    static final DynamoDbClient CLIENT = Dynamo.client();
    static final AtomicInteger ORDERS = new AtomicInteger();

    final Payment payment = newPayment();
    final AtomicInteger charges = new AtomicInteger();

    @BeforeAll
    static void createTable() {
        if (!CLIENT.listTables().tableNames().contains(TABLE)) {
            Dynamo.createTable(CLIENT, TABLE);
        }
    }

    /** Returns a Semel that shares no state with the others. */
    static Semel semel() {
        return Semel.on(PowertoolsStore.builder(CLIENT, TABLE)
                .skewAllowance(Duration.ZERO)
                .build());
    }

    static Payment newPayment() {
        return new Payment("o-" + ORDERS.incrementAndGet(), 1250, "09:30");
    }

    final Receipt charge() {
        return new Receipt("r-" + charges.incrementAndGet(), 1250);
    }

    final LambdaGuard<Receipt> guard(UnaryOperator<OperationBuilder<Receipt>> choice) {
        OperationBuilder<Receipt> operation = semel().operation(Powertools.OPERATION, JsonCodec.of(Receipt.class));
        return LambdaGuard.of(choice.apply(operation).build())
                .powertoolsNames()
                .key(EventPart.jmesPath("orderId"))
                .comparing(EventPart.jmesPath("cents"));
    }

    final LambdaGuard<Receipt> guard() {
        return guard(UnaryOperator.identity());
    }

    static Powertools powertools() {
        IdempotencyConfig config = IdempotencyConfig.builder()
                .withEventKeyJMESPath("orderId")
                .withPayloadValidationJMESPath("cents")
                .build();
        return new Powertools(CLIENT, TABLE, config, Map.class);
    }

    final Object byPowertools(Payment other) throws Exception {
        return powertools().call(other, Invocation.usual(), this::charge);
    }

    final Object byPowertools() throws Exception {
        return byPowertools(payment);
    }

    final Receipt bySemel() {
        return guard().once(payment, Invocation.usual(), this::charge);
    }

    static Map<String, AttributeValue> item(Payment other) {
        return CLIENT.getItem(get -> get.tableName(TABLE)
                        .key(Map.of("id", AttributeValue.fromS(name(other))))
                        .consistentRead(true))
                .item();
    }

    static String name(Payment other) {
        return Powertools.OPERATION + "#" + new PowertoolsNaming("MD5").key(TextNode.valueOf(other.orderId()));
    }

    /** Returns an item as Powertools writes it, with an expiration in one hour. */
    static DataRecord theirs(Payment other, DataRecord.Status status, String data, Instant inProgressUntil) {
        return new DataRecord(
                name(other),
                status,
                Instant.now().getEpochSecond() + 3600,
                data,
                new PowertoolsNaming("MD5").key(LongNode.valueOf(other.cents())),
                OptionalLong.of(inProgressUntil.toEpochMilli()));
    }
}
