package dev.semel.benchmarks;

import com.amazonaws.services.lambda.runtime.Context;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.reflect.MethodSignature;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.lambda.powertools.idempotency.Idempotency;
import software.amazon.lambda.powertools.idempotency.IdempotencyConfig;
import software.amazon.lambda.powertools.idempotency.internal.IdempotencyHandler;
import software.amazon.lambda.powertools.idempotency.persistence.DynamoDBPersistenceStore;

/** Powertools for Lambda, called as its aspect calls it, with the key and the validated payload in the event. */
final class PowertoolsContender implements DynamoDbContender {
    private final ObjectMapper mapper = new ObjectMapper();
    private final Context lambda = proxy(Context.class, (self, method, arguments) -> 30_000);
    private final MethodSignature signature = proxy(MethodSignature.class, (self, method, arguments) -> String.class);
    private final ProceedingJoinPoint work =
            proxy(ProceedingJoinPoint.class, (self, method, arguments) -> switch (method.getName()) {
                case "getSignature" -> signature;
                case "getArgs" -> new Object[0];
                default -> DynamoDbContenders.RECEIPT;
            });

    PowertoolsContender(DynamoDbClient client, String table) {
        Idempotency.config()
                .withPersistenceStore(DynamoDBPersistenceStore.builder()
                        .withDynamoDbClient(client)
                        .withTableName(table)
                        .build())
                .withConfig(IdempotencyConfig.builder()
                        .withEventKeyJMESPath("key")
                        .withPayloadValidationJMESPath("payment")
                        .withExpiration(Duration.ofHours(1))
                        .build())
                .configure();
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    @Override
    public String name() {
        return DynamoDbContenders.POWERTOOLS;
    }

    @Override
    public String call(Payment payment, String key) throws Throwable {
        ObjectNode event = mapper.createObjectNode();
        event.put("key", key);
        event.set("payment", mapper.valueToTree(payment));
        return (String) new IdempotencyHandler(work, "payments.create", event, lambda).handle();
    }
}
