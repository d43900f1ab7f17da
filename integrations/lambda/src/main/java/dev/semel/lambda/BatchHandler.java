package dev.semel.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Handles the events of SQS, SNS, EventBridge, Kinesis and DynamoDB streams, each record once. The function's handler, or what it calls.
 *
 * <ul>
 *   <li>Every record has a key of its own: by default the id that it has in every delivery, or a part of it that {@link LambdaGuard#key} names,
 *       such as the order in its body. Parts are looked up in the record, not in the event.
 *   <li>A record that was handled before, in an earlier delivery or in this one, is passed over.
 *   <li>A record that fails does not stop the others of a standard queue. In a FIFO queue, those of its message group that come after it are not
 *       handled; in a stream, none that comes after it. All of these are reported as failed, and delivered again in their order.
 *   <li>A record that another invocation is handling counts as failed: it is delivered again.
 *   <li>If the store can't be reached nothing more is handled.
 *   <li>When little time is left, what has not been begun is reported as failed, so that what is done is acknowledged before the invocation is
 *       cut off.
 * </ul>
 *
 * <p>The event source has to be set up with {@code ReportBatchItemFailures}, or else call {@link #failingAsAWhole()}: without it Lambda takes a
 * batch with failed records for handled. SNS and EventBridge know no partial failures; there the exception of the first record that failed comes out.
 *
 * <p>Immutable and safe for use by many threads.
 *
 * @param <T> the type of what is stored for a record
 */
public final class BatchHandler<T extends @Nullable Object> implements RequestStreamHandler {
    private static final Duration USUAL_RESERVE = Duration.ofMillis(500);

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

    /** Handles records under a guard. */
    public static <T extends @Nullable Object> BatchHandler<T> of(LambdaGuard<T> guard, RecordHandler<T> handler) {
        return new BatchHandler<>(
                Objects.requireNonNull(guard, "guard"),
                Objects.requireNonNull(handler, "handler"),
                USUAL_RESERVE,
                false);
    }

    /** Half a second by default. With less time left than this no further record is begun; the first one always is. */
    public BatchHandler<T> keepingInReserve(Duration choice) {
        return new BatchHandler<>(guard, handler, Objects.requireNonNull(choice, "choice"), asAWhole);
    }

    /**
     * Partial failures are reported by default. Lets the exception of the first record that failed come out instead, after all that may be
     * handled are: for event sources without {@code ReportBatchItemFailures}. The whole batch is delivered again, and what is done is passed over.
     */
    public BatchHandler<T> failingAsAWhole() {
        return new BatchHandler<>(guard, handler, reserve, true);
    }

    /** Reads an event, handles its records, and writes which of them have failed, as Lambda wants it. */
    @Override
    public void handleRequest(InputStream input, OutputStream output, Context context) throws IOException {
        JsonNode answer = handle(EventJson.parse(input.readAllBytes()), context);
        output.write(EventJson.mapper().writeValueAsBytes(answer));
        output.flush();
    }

    /**
     * The same for an event that was read before.
     *
     * @param context of the invocation; {@code null} if there is none
     * @return {@code {"batchItemFailures": [...]}}
     * @throws IllegalArgumentException if the event comes from somewhere else
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
