package dev.semel.benchmarks;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import dev.semel.Semel;
import dev.semel.dynamodb.DynamoDbStore;
import dev.semel.jackson.JsonCodec;
import dev.semel.lambda.EventPart;
import dev.semel.lambda.LambdaGuard;
import java.util.Map;

/** A function with Semel: prints how long it took to its first answer, as {@link ColdStart#tell} does. */
final class SemelStart {
    private SemelStart() {}

    public static void main(String[] args) {
        long start = System.nanoTime();
        DynamoDbStore store = DynamoDbStore.builder(ColdStart.client(args[0]))
                .table(args[1])
                .checkTable(false)
                .build();
        RequestHandler<Map<String, Object>, String> handler = LambdaGuard.of(Semel.on(store)
                        .operation("payments.create", JsonCodec.of(String.class))
                        .build())
                .key(EventPart.jmesPath("key"))
                .comparing(EventPart.jmesPath("payment"))
                .handler((event, context) -> ColdStart.RECEIPT);
        handler.handleRequest(ColdStart.event(), new ColdStart.Invocation());
        ColdStart.tell(start);
        System.exit(0);
    }
}
