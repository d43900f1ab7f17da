package dev.semel.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import dev.semel.StoreException;
import dev.semel.lambda.invocation.LambdaLog;
import dev.semel.lambda.invocation.SneakyThrow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The handling of one batch. Used by a single thread. */
final class BatchRun<T extends @Nullable Object> {

    private final LambdaGuard<T> guard;
    private final RecordHandler<T> handler;
    private final @Nullable Context context;
    private final Duration reserve;
    private final List<BatchRecord> failed = new ArrayList<>();
    private final Set<String> failedGroups = new HashSet<>();
    private @Nullable Exception first;
    private boolean started;
    private boolean stopped;

    BatchRun(LambdaGuard<T> guard, RecordHandler<T> handler, @Nullable Context context, Duration reserve) {
        this.guard = guard;
        this.handler = handler;
        this.context = context;
        this.reserve = reserve;
    }

    List<BatchRecord> failed() {
        return failed;
    }

    void next(BatchRecord record) {
        String group = group(record);
        stopped = stopped || isOutOfTime();
        if (stopped || (group != null && failedGroups.contains(group))) {
            failed.add(record);
            return;
        }
        started = true;
        try {
            guard.attempt(
                            record.json(),
                            record.source().defaults(),
                            context,
                            attempt -> handler.handle(record, attempt))
                    .orThrow();
        } catch (Exception e) {
            failed(record, group, e);
        }
    }

    private void failed(BatchRecord record, @Nullable String group, Exception why) {
        LambdaLog.get()
                .log(System.Logger.Level.WARNING, () -> record + " of " + guard.operationName() + " failed", why);
        if (why instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        failed.add(record);
        first = first == null ? why : first;
        stopped = stopped || record.source().isStream() || why instanceof StoreException;
        if (group != null) {
            failedGroups.add(group);
        }
    }

    /**
     * Returns the group whose records are ordered, or {@code null} if records are not. FIFO messages without a group
     * form one group.
     */
    private static @Nullable String group(BatchRecord record) {
        boolean fifo = record.source() == RecordSource.SQS
                && record.json().path("eventSourceARN").asText().endsWith(".fifo");
        return fifo ? record.json().at("/attributes/MessageGroupId").asText() : null;
    }

    private boolean isOutOfTime() {
        return started && context != null && context.getRemainingTimeInMillis() < reserve.toMillis();
    }

    /**
     * Throws an exception if records have failed and are not reported one by one. Lambda then treats the whole batch as
     * failed.
     */
    void throwIfFailed(boolean asAWhole) {
        if (failed.isEmpty() || (!asAWhole && failed.get(0).source().hasPartialFailures())) {
            return;
        }
        throw first == null
                ? new IllegalStateException(
                        "the invocation ran out of time before all records of the batch were handled;"
                                + " increase the function's timeout or reduce the batch size of the event source")
                : SneakyThrow.rethrow(first);
    }
}
