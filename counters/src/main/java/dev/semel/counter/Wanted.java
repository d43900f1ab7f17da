package dev.semel.counter;

import dev.semel.StoreException;
import dev.semel.batch.Pending;
import dev.semel.counter.store.CountResult;
import dev.semel.counter.store.CounterId;
import dev.semel.counter.store.StoredCount;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One caller's addition, and its answer. */
final class Wanted extends Pending<Optional<Wanted.Answer>> {
    private final long amount;
    private final long limit;

    Wanted(long amount, long limit) {
        this.amount = amount;
        this.limit = limit;
    }

    /** The count after the addition, or unchanged if it was refused. */
    record Answer(boolean granted, StoredCount count) {}

    /** Adds an amount to a count unless it would exceed the limit. */
    @FunctionalInterface
    interface Sending {
        CountResult send(CounterId id, long amount, long limit);
    }

    /** Sends this addition alone. */
    void send(CounterId id, Sending sending) {
        CountResult result = sending.send(id, amount, limit);
        if (result instanceof CountResult.Applied applied) {
            answer(true, applied.counts().get(0));
        } else if (result instanceof CountResult.OverLimit over) {
            answer(false, over.counts().get(0));
        } else {
            unknown();
        }
    }

    long amount() {
        return amount;
    }

    /** Returns the largest count at which this addition is granted after {@code addedBefore} was added. */
    long room(long addedBefore) {
        return limit - addedBefore - amount;
    }

    void answer(boolean granted, StoredCount count) {
        answer(Optional.of(new Answer(granted, count)));
    }

    /** Answers that the subject is unknown. */
    void unknown() {
        answer(Optional.empty());
    }

    @Override
    protected void failAsUnknown(@Nullable Throwable cause) {
        fail(new StoreException(
                "the store failed, and it is unknown whether this was counted; count with a key to make retries safe",
                cause));
    }

    /** Returns the answer, or {@code null} if the subject is unknown. */
    @Nullable
    Answer answer() {
        return get().orElse(null);
    }

    static void failAll(List<Wanted> all, Throwable why) {
        all.stream().filter(wanted -> !wanted.isDone()).forEach(wanted -> wanted.failAsUnknown(why));
    }
}
