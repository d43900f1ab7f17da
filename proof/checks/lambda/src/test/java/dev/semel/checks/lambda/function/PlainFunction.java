package dev.semel.checks.lambda.function;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.semel.Codec;
import dev.semel.Semel;
import dev.semel.lambda.BatchHandler;
import dev.semel.lambda.EventPart;
import dev.semel.lambda.LambdaGuard;
import dev.semel.memory.MemoryStore;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** A function that guards an event, and then a batch, twice each. Returns what the handler answered, and the effects of the batch. */
public final class PlainFunction implements Supplier<List<String>> {
    private static final Map<String, Object> EVENT = Map.of("orderId", "o-1", "cents", 1250);
    private static final String BATCH = """
            {"Records": [{"eventSource": "aws:sqs", "messageId": "m-1", "body": "{}",
              "eventSourceARN": "arn:aws:sqs:eu-west-1:123456789012:orders"}]}""";

    @Override
    public List<String> get() {
        try (Semel semel = Semel.on(MemoryStore.create())) {
            AtomicInteger receipts = new AtomicInteger();
            RequestHandler<Map<String, Object>, String> handler = LambdaGuard.of(
                            semel.operation("payments.create", Codec.text()).build())
                    .mapper(new JsonMapper())
                    .key(EventPart.at("/orderId"))
                    .handler((event, context) -> "receipt " + receipts.incrementAndGet());
            AtomicInteger records = new AtomicInteger();
            BatchHandler<Void> batches = BatchHandler.of(
                    LambdaGuard.of(
                            semel.operation("orders.handle", Codec.nothing()).build()),
                    (message, attempt) -> {
                        records.incrementAndGet();
                        return null;
                    });
            return List.of(
                    handler.handleRequest(EVENT, null),
                    handler.handleRequest(EVENT, null),
                    handle(batches, records),
                    handle(batches, records));
        }
    }

    private static String handle(BatchHandler<Void> handler, AtomicInteger records) {
        try {
            handler.handleRequest(
                    new ByteArrayInputStream(BATCH.getBytes(StandardCharsets.UTF_8)),
                    new ByteArrayOutputStream(),
                    null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return "batch " + records;
    }
}
