package dev.semel.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.lambda.event.EventJson;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Handles batches of SQS, SNS, EventBridge, Kinesis and DynamoDB streams, each record once. It is the function's
 * handler, or the function's handler calls it.
 *
 * <ul>
 *   <li>Each record has its own key: by default the id, which is the same in every delivery, or a part of the
 *       record that {@link LambdaGuard#key} chooses, such as the order in its body. Parts are looked up in the record,
 *       not in the event.
 *   <li>A record that was handled before, in an earlier delivery or in this one, is skipped.
 *   <li>A record that fails does not stop the other records of a standard queue. In a FIFO queue the later records
 *       of its message group are not handled; in a stream no later record is. All of these are reported as failed, and
 *       delivered again in order.
 *   <li>A record that another invocation is handling counts as failed, and is delivered again.
 *   <li>If the store is unreachable, no further record is handled.
 *   <li>When little time is left, the remaining records are reported as failed, so that the completed ones are
 *       acknowledged before Lambda terminates the invocation.
 * </ul>
 *
 * <p>Set {@code ReportBatchItemFailures} on the event source, or call {@link #failAsAWhole()}. Without either,
 * Lambda considers a batch with failed records as handled. SNS and EventBridge have no partial failures: the exception
 * of the first failed record is thrown.
 *
 * <p>Immutable and safe for use by many threads.
 *
 * @param <T> the type of the result that is stored for a record
 */
public final class BatchHandler<T extends @Nullable Object> implements RequestStreamHandler {
    private static final Duration DEFAULT_RESERVE = Duration.ofMillis(500);

    private final LambdaGuard<T> guard;
    private final RecordHandler<T> handler;
    private final Duration reserve;
    private final boolean asAWhole;

    private BatchHandler(LambdaGuard<T> guard, RecordHandler<T> handler, Duration reserve, boolean asAWhole) {
        this.guard = guard;
        this.handler = handler;
        this.reserve = reserve;
        this.asAWhole = asAWhole;
    }

    /**
     * Creates a handler of records.
     *
     * @param guard the guard that each record passes
     * @param handler the application's handler of one record
     */
    public static <T extends @Nullable Object> BatchHandler<T> of(LambdaGuard<T> guard, RecordHandler<T> handler) {
        return new BatchHandler<>(
                Objects.requireNonNull(guard, "guard"),
                Objects.requireNonNull(handler, "handler"),
                DEFAULT_RESERVE,
                false);
    }

    /**
     * Sets the reserve of time, below which no further record is started. Defaults to half a second. The first record
     * is always started.
     */
    public BatchHandler<T> reserve(Duration choice) {
        return new BatchHandler<>(guard, handler, Objects.requireNonNull(choice, "choice"), asAWhole);
    }

    /**
     * Throws the exception of the first failed record after all other records were handled, instead of reporting
     * partial failures. For event sources without {@code ReportBatchItemFailures}. Lambda delivers the whole batch
     * again, and records that were handled are skipped. By default partial failures are reported.
     */
    public BatchHandler<T> failAsAWhole() {
        return new BatchHandler<>(guard, handler, reserve, true);
    }

    /** Reads an event, handles its records, and writes the report of partial failures. */
    @Override
    public void handleRequest(InputStream input, OutputStream output, Context context) throws IOException {
        JsonNode answer = handle(EventJson.parse(input.readAllBytes()), context);
        output.write(EventJson.mapper().writeValueAsBytes(answer));
        output.flush();
    }

    /**
     * Handles the records of an event that is already parsed.
     *
     * @param context the context of the invocation; {@code null} if there is none
     * @return the report of partial failures, {@code {"batchItemFailures": [...]}}
     * @throws IllegalArgumentException if the event comes from another source
     */
    public JsonNode handle(JsonNode event, @Nullable Context context) {
        BatchRun<T> run = new BatchRun<>(guard, handler, context, reserve);
        for (BatchRecord each : RecordSource.records(event)) {
            run.next(each);
        }
        run.throwIfFailed(asAWhole);
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        ArrayNode failures = answer.putArray("batchItemFailures");
        run.failed().forEach(each -> failures.addObject().put("itemIdentifier", each.id()));
        return answer;
    }
}
