package dev.semel.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Map;
import software.amazon.lambda.powertools.idempotency.Idempotency;
import software.amazon.lambda.powertools.idempotency.IdempotencyConfig;
import software.amazon.lambda.powertools.idempotency.internal.IdempotencyHandler;
import software.amazon.lambda.powertools.idempotency.persistence.DynamoDBPersistenceStore;
import software.amazon.lambda.powertools.utilities.JsonConfig;

/** A function with Powertools, called as its aspect calls it: prints the same as {@link SemelStart}. */
final class PowertoolsStart {
    private PowertoolsStart() {}

    public static void main(String[] args) throws Throwable {
        long start = System.nanoTime();
        Idempotency.config()
                .withPersistenceStore(DynamoDBPersistenceStore.builder()
                        .withDynamoDbClient(ColdStart.client(args[0]))
                        .withTableName(args[1])
                        .build())
                .withConfig(IdempotencyConfig.builder()
                        .withEventKeyJMESPath("key")
                        .withPayloadValidationJMESPath("payment")
                        .withExpiration(Duration.ofHours(24))
                        .build())
                .configure();
        Map<String, Object> event = ColdStart.event();
        JsonNode payload = JsonConfig.get().getObjectMapper().valueToTree(event);
        new IdempotencyHandler(new PlainJoinPoint(), "create", payload, new ColdStart.Invocation()).handle();
        ColdStart.tell(start);
        System.exit(0);
    }
}
