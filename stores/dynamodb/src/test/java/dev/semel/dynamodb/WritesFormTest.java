package dev.semel.dynamodb;

import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.store.Store;
import dev.semel.testkit.session.Form;
import dev.semel.testkit.session.SessionContract;
import dev.semel.testkit.session.Trait;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

@DisplayName("an operation in a DynamoDB transaction")
class WritesFormTest extends SessionContract {
    private static final String TABLE = "form";
    private static final String EFFECTS = "form-effects";
    private static final DynamoDbClient CLIENT = Clients.shared();

    @Override
    protected Form openForm() {
        return new WritesForm();
    }

    private static DynamoDbStore open(DynamoDbClient client, String table) {
        return DynamoDbStore.builder(client).table(table).createTable(true).build();
    }

    private static final class WritesForm implements Form {
        private final Losing losing = new Losing();
        private final DynamoDbStore store = open(Clients.shared(losing), TABLE);
        private final DynamoDbStore observer = open(CLIENT, TABLE);

        WritesForm() {
            open(CLIENT, EFFECTS);
        }

        @Override
        public Set<Trait> traits() {
            return Set.of(Trait.BINDS_WHAT_IS_HANDED_IN);
        }

        @Override
        public Store store() {
            return store;
        }

        @Override
        public Store observer() {
            return observer;
        }

        @Override
        public Outcome<String> attempt(
                Operation<String> operation, @Nullable String key, @Nullable Object request, String effect, Work work)
                throws Exception {
            return operation
                    .in(store.transactions())
                    .attempt(key, request, writes -> work.run(() -> writes.put(item(effect))));
        }

        private static Put item(String effect) {
            return Put.builder()
                    .tableName(EFFECTS)
                    .item(Map.of(
                            "id",
                            AttributeValue.fromS(UUID.randomUUID().toString()),
                            "effect",
                            AttributeValue.fromS(effect)))
                    .build();
        }

        @Override
        public int effects(String name) {
            return CLIENT.scan(scan -> scan.tableName(EFFECTS)
                            .consistentRead(true)
                            .filterExpression("effect = :name")
                            .expressionAttributeValues(Map.of(":name", AttributeValue.fromS(name))))
                    .count();
        }

        @Override
        public void lose(Point point, boolean applied) {
            losing.next.set(new Loss(point, applied));
        }

        @Override
        public void cutOff(boolean isCutOff) {
            losing.isCutOff = isCutOff;
        }

        @Override
        public void close() {
            store.close();
            observer.close();
        }
    }

    private record Loss(Form.Point point, boolean applied) {}

    /** Loses requests and replies. */
    private static final class Losing implements ExecutionInterceptor {
        private final AtomicReference<@Nullable Loss> next = new AtomicReference<>();
        private volatile boolean isCutOff;

        @Override
        public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
            if (isCutOff || strikes(context.request(), false)) {
                throw SdkClientException.create("injected: the request was lost");
            }
        }

        @Override
        public SdkResponse modifyResponse(Context.ModifyResponse context, ExecutionAttributes attributes) {
            if (strikes(context.request(), true)) {
                throw SdkClientException.create("injected: the reply was lost");
            }
            return context.response();
        }

        private boolean strikes(SdkRequest request, boolean applied) {
            Loss loss = next.get();
            return loss != null
                    && loss.applied() == applied
                    && loss.point() == point(request)
                    && next.compareAndSet(loss, null);
        }

        private static Form.@Nullable Point point(SdkRequest request) {
            if (request instanceof PutItemRequest) {
                return Form.Point.CLAIM;
            }
            return request instanceof TransactWriteItemsRequest || request instanceof UpdateItemRequest
                    ? Form.Point.RECORD
                    : null;
        }
    }
}
