package dev.semel.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import dev.semel.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One batch. One thread uses it. */
final class BatchRun<T extends @Nullable Object> {

    private final LambdaGuard<T> guard;
    private final RecordHandler<T> handler;
    private final @Nullable Context context;
    private final Duration reserve;
    private final List<BatchRecord> failed = new ArrayList<>();
    private final Set<String> failedGroups = new HashSet<>();
    private @Nullable Exception first;
    private boolean begun;
    private boolean over;

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
        over = over || isOutOfTime();
        if (over || (group != null && failedGroups.contains(group))) {
            failed.add(record);
            return;
        }
        begun = true;
        try {
            guard.attempt(record.json(), record.source().usual(), context, attempt -> handler.handle(record, attempt))
                    .orThrow();
        } catch (Exception e) {
            failed(record, group, e);
        }
    }

    private void failed(BatchRecord record, @Nullable String group, Exception why) {
        Log.get().log(System.Logger.Level.WARNING, () -> record + " of " + guard.operationName() + " failed", why);
        if (why instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        failed.add(record);
        first = first == null ? why : first;
        over = over || record.source().isStream() || why instanceof StoreException;
        if (group != null) {
            failedGroups.add(group);
        }
    }

    /** Within which records have an order; {@code null} if they have none. A FIFO message without a group is in one with all such. */
    private static @Nullable String group(BatchRecord record) {
        boolean fifo = record.source() == RecordSource.SQS
                && record.json().path("eventSourceARN").asText().endsWith(".fifo");
        return fifo ? record.json().at("/attributes/MessageGroupId").asText() : null;
    }

    private boolean isOutOfTime() {
        return begun && context != null && context.getRemainingTimeInMillis() < reserve.toMillis();
    }

    /** If Lambda can't be told which records have failed, the exception tells that some have. */
    void throwIfFailed(boolean asAWhole) {
        if (failed.isEmpty() || (!asAWhole && failed.get(0).source().hasPartialFailures())) {
            return;
        }
        throw first == null
                ? new IllegalStateException("the time was up before all records of the batch were handled;"
                        + " give the function more time, or the event source a smaller batch size")
                : AsItIs.rethrow(first);
    }
}
