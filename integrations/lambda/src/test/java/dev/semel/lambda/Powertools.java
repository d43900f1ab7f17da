package dev.semel.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.concurrent.Callable;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.reflect.MethodSignature;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.lambda.powertools.idempotency.Idempotency;
import software.amazon.lambda.powertools.idempotency.IdempotencyConfig;
import software.amazon.lambda.powertools.idempotency.internal.IdempotencyHandler;
import software.amazon.lambda.powertools.idempotency.persistence.DynamoDBPersistenceStore;

/** The idempotency utility of Powertools, called as its aspect calls it. */
final class Powertools {
    /** The name that Powertools gives to a method of a function without a name. */
    static final String OPERATION = "testFunction.charge";

    private final Class<?> type;
    private final IdempotencyConfig config;
    final DynamoDBPersistenceStore store;

    Powertools(DynamoDbClient client, String table, IdempotencyConfig config, Class<?> type) {
        this.type = type;
        this.config = config;
        this.store = DynamoDBPersistenceStore.builder()
                .withDynamoDbClient(client)
                .withTableName(table)
                .build();
        this.store.configure(config, "charge");
    }

    private static <T> T proxy(Class<T> interfaceType, InvocationHandler handler) {
        return interfaceType.cast(
                Proxy.newProxyInstance(interfaceType.getClassLoader(), new Class<?>[] {interfaceType}, handler));
    }

    Object call(Object event, Context context, Callable<?> work) throws Exception {
        Idempotency.config().withPersistenceStore(store).withConfig(config).configure();
        MethodSignature signature = proxy(MethodSignature.class, (self, method, arguments) -> type);
        ProceedingJoinPoint joinPoint =
                proxy(ProceedingJoinPoint.class, (self, method, arguments) -> switch (method.getName()) {
                    case "getSignature" -> signature;
                    case "getArgs" -> new Object[0];
                    default -> work.call();
                });
        try {
            return new IdempotencyHandler(joinPoint, "charge", new ObjectMapper().valueToTree(event), context).handle();
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}
