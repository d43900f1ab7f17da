package dev.semel.benchmarks.lambda;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import dev.semel.Semel;
import dev.semel.benchmarks.powertools.Invocation;
import dev.semel.benchmarks.servers.LocalClient;
import dev.semel.dynamodb.DynamoDbStore;
import dev.semel.jackson.JsonCodec;
import dev.semel.lambda.EventPart;
import dev.semel.lambda.LambdaGuard;
import java.util.Map;

/** A function with Semel. It prints what {@link ColdStart#end} prints after its first invocation. */
final class SemelStart {
    private SemelStart() {}

    public static void main(String[] args) {
        long start = System.nanoTime();
        DynamoDbStore store = DynamoDbStore.builder(LocalClient.at(args[0]).build())
                .table(args[1])
                .checkTable(false)
                .build();
        RequestHandler<Map<String, Object>, String> handler = LambdaGuard.of(Semel.on(store)
                        .operation("payments.create", JsonCodec.of(String.class))
                        .build())
                .key(EventPart.jmesPath("key"))
                .comparing(EventPart.jmesPath("payment"))
                .handler((event, context) -> ColdStart.RECEIPT);
        handler.handleRequest(ColdStart.event(), new Invocation());
        ColdStart.end(start);
    }
}
