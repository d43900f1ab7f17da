package dev.semel.torture.mutant;

import dev.semel.StoreException;
import dev.semel.counter.store.CountCall;
import dev.semel.counter.store.CountChange;
import dev.semel.counter.store.CountResult;
import dev.semel.counter.store.CounterId;
import dev.semel.counter.store.CounterStore;
import dev.semel.counter.store.Span;
import dev.semel.counter.store.StoredCount;
import dev.semel.store.Nonce;
import dev.semel.testkit.mutant.Mutant;
import dev.semel.torture.book.Sql;
import dev.semel.torture.layer.CounterLayer;
import dev.semel.torture.protocol.WorkerSettings;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Counts that each break one rule. */
public final class CountMutants extends CounterLayer {
    private final CounterStore right;
    private final WorkerSettings settings;

    private CountMutants(CounterStore right, WorkerSettings settings) {
        super(right);
        this.right = right;
        this.settings = settings;
    }

    public static CounterStore around(WorkerSettings settings, CounterStore right) {
        if (settings.mutant().name().startsWith("TOGETHER_")) {
            return new TogetherMutants(right, settings);
        }
        return settings.mutant().name().startsWith("COUNTER_") ? new CountMutants(right, settings) : right;
    }

    @Override
    public CountResult apply(CountCall call) {
        return switch (settings.mutant()) {
            case COUNTER_RESETS_ANYHOW -> resettingAnyhow(call);
            case COUNTER_LOSES_UPDATES -> losingUpdates(call);
            case COUNTER_IGNORES_KEYS ->
                right.apply(new CountCall(call.subject(), call.changes(), anotherNonce(), null));
            case COUNTER_IGNORES_LIMIT ->
                right.apply(new CountCall(call.subject(), withoutLimits(call.changes()), call.nonce(), call.once()));
            case COUNTER_COUNTS_REFUSED -> countingRefused(call);
            case COUNTER_ENDS_SESSION_EARLY -> right.apply(withOtherSessions(call));
            case COUNTER_RESTARTS_SESSION -> restartingSession(call);
            case COUNTER_GUESSES_LOST, COUNTER_GUESSES_APPLIED -> guessing(call);
            default -> throw new IllegalStateException(settings.mutant() + " is not built: add it to CountMutants");
        };
    }

    private static Nonce anotherNonce() {
        return new Nonce(
                ThreadLocalRandom.current().nextLong(),
                ThreadLocalRandom.current().nextLong());
    }

    private static List<CountChange> withoutLimits(List<CountChange> changes) {
        return changes.stream().map(CountMutants::withoutLimit).toList();
    }

    private static CountChange withoutLimit(CountChange change) {
        return new CountChange(
                change.counter(), change.amount(), Long.MAX_VALUE, change.span(), change.subjects(), change.keep());
    }

    private static CountCall withOtherSessions(CountCall call) {
        List<CountChange> changes =
                call.changes().stream().map(CountMutants::withShortSession).toList();
        return new CountCall(call.subject(), changes, call.nonce(), call.once());
    }

    private static CountChange withShortSession(CountChange change) {
        return change.span() instanceof Span.Session session
                ? new CountChange(
                        change.counter(),
                        change.amount(),
                        change.limit(),
                        new Span.Session(session.at(), session.idle().dividedBy(10), session.longest()),
                        change.subjects(),
                        change.keep())
                : change;
    }

    private CountResult restartingSession(CountCall call) {
        CountChange change = call.changes().get(0);
        StoredCount stored = found(call, change);
        if (stored == null || !(change.span() instanceof Span.Session session)) {
            return right.apply(call);
        }
        Instant end = session.at().plus(session.idle());
        write(call.id(change), session.at(), end, change.amount());
        return counted(session.at(), end, change.amount());
    }

    private CountResult countingRefused(CountCall call) {
        CountResult result = right.apply(call);
        if (result instanceof CountResult.OverLimit) {
            CountChange change = call.changes().get(0);
            Sql.execute(
                    settings.address(),
                    "UPDATE semel_counter SET count = count + ? WHERE digest = ?",
                    change.amount(),
                    call.id(change).digest());
        }
        return result;
    }

    private CountResult guessing(CountCall call) {
        try {
            return right.apply(call);
        } catch (StoreException e) {
            CountChange change = call.changes().get(0);
            StoredCount known = right.find(call.id(change)).orElse(null);
            if (settings.is(Mutant.COUNTER_GUESSES_LOST) || known == null || call.once() != null) {
                return right.apply(new CountCall(call.subject(), call.changes(), anotherNonce(), call.once()));
            }
            return counted(known.start(), known.end(), known.count() + change.amount());
        }
    }

    private CountResult resettingAnyhow(CountCall call) {
        CountChange change = call.changes().get(0);
        StoredCount stored = found(call, change);
        if (stored == null
                || !(change.span() instanceof Span.Fixed fixed)
                || !stored.start().isBefore(fixed.start())) {
            return right.apply(call);
        }
        write(call.id(change), fixed.start(), fixed.end(), change.amount());
        return counted(fixed.start(), fixed.end(), change.amount());
    }

    private CountResult losingUpdates(CountCall call) {
        CountChange change = call.changes().get(0);
        StoredCount stored = found(call, change);
        if (stored == null
                || !(change.span() instanceof Span.Fixed fixed)
                || !stored.start().equals(fixed.start())
                || stored.count() + change.amount() > change.limit()) {
            return right.apply(call);
        }
        write(call.id(change), stored.start(), stored.end(), stored.count() + change.amount());
        return counted(stored.start(), stored.end(), stored.count() + change.amount());
    }

    /** Returns the stored count, then leaves others time to write; {@code null} for a call under a key. */
    private @Nullable StoredCount found(CountCall call, CountChange change) {
        Optional<StoredCount> stored = call.once() == null ? right.find(call.id(change)) : Optional.empty();
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(3));
        return stored.orElse(null);
    }

    private static CountResult counted(Instant start, Instant end, long count) {
        return new CountResult.Applied(List.of(new StoredCount(start, end, count)), false);
    }

    private void write(CounterId id, Instant start, Instant end, long count) {
        Sql.execute(
                settings.address(),
                "UPDATE semel_counter SET window_start = ?, window_end = ?, count = ? WHERE digest = ?",
                ChronoUnit.MICROS.between(Instant.EPOCH, start),
                ChronoUnit.MICROS.between(Instant.EPOCH, end),
                count,
                id.digest());
    }
}
