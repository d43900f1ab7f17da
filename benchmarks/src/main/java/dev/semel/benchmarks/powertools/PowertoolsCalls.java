package dev.semel.benchmarks.powertools;

import com.amazonaws.services.lambda.runtime.Context;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import org.aspectj.lang.ProceedingJoinPoint;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.lambda.powertools.idempotency.Idempotency;
import software.amazon.lambda.powertools.idempotency.IdempotencyConfig;
import software.amazon.lambda.powertools.idempotency.internal.IdempotencyHandler;
import software.amazon.lambda.powertools.idempotency.persistence.DynamoDBPersistenceStore;

/** Calls Powertools as its aspect does, with the key and the validated payload in the event. */
public final class PowertoolsCalls {
    private final ProceedingJoinPoint work;
    private final Context invocation = new Invocation();

    /**
     * Configures Powertools, once for the whole process.
     *
     * @param result the result of the work
     */
    public PowertoolsCalls(DynamoDbClient client, String table, Duration retention, String result) {
        this.work = WovenMethod.returning(result);
        Idempotency.config()
                .withPersistenceStore(DynamoDBPersistenceStore.builder()
                        .withDynamoDbClient(client)
                        .withTableName(table)
                        .build())
                .withConfig(IdempotencyConfig.builder()
                        .withEventKeyJMESPath("key")
                        .withPayloadValidationJMESPath("payment")
                        .withExpiration(retention)
                        .build())
                .configure();
    }

    /** Handles an event with the members {@code key} and {@code payment}. */
    public String handle(JsonNode event) throws Throwable {
        return (String) new IdempotencyHandler(work, "payments.create", event, invocation).handle();
    }
}
