package dev.semel.counter.memory;

import dev.semel.Fingerprint;
import dev.semel.counter.store.CountCall;
import dev.semel.counter.store.CountChange;
import dev.semel.counter.store.CountResult;
import dev.semel.counter.store.CounterId;
import dev.semel.counter.store.Counting;
import dev.semel.counter.store.Span;
import dev.semel.counter.store.StoredCount;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The counts and keys of some subjects, under one lock. */
final class CountRoom {
    private static final int CALLS_BETWEEN_SWEEPS = 4_096;

    private final Map<CounterId, Kept<StoredCount>> counts = new HashMap<>();
    private final Map<Fingerprint, Kept<CountResult.Applied>> keys = new HashMap<>();
    private int calls;

    /** A value that is kept until a time, or forever. */
    private record Kept<V>(V value, @Nullable Instant until) {
        boolean isExpired(Instant now) {
            return until != null && !now.isBefore(until);
        }

        /** Returns the same value, kept until a time at least. */
        Kept<V> until(Instant later) {
            return until == null || until.isAfter(later) ? this : new Kept<>(value, later);
        }
    }

    synchronized CountResult apply(CountCall call) {
        sweepOccasionally(call);
        CountCall.Once once = call.once();
        if (once == null) {
            return count(call);
        }
        Fingerprint key = Fingerprint.fromBytes(once.digest(call));
        Kept<CountResult.Applied> known = keys.get(key);
        if (known != null && !known.isExpired(once.at())) {
            keys.put(key, known.until(once.at().plus(once.remember())));
            return new CountResult.Applied(known.value().counts(), true);
        }
        CountResult result = count(call);
        if (result instanceof CountResult.Applied applied) {
            keys.put(key, new Kept<>(applied, once.at().plus(once.remember())));
        }
        return result;
    }

    private CountResult count(CountCall call) {
        List<StoredCount> before = new ArrayList<>();
        for (CountChange change : call.changes()) {
            StoredCount start = Counting.before(find(call.id(change)).orElse(null), change);
            if (start == null) {
                return new CountResult.UnknownSubject(before.size());
            }
            before.add(start);
        }
        for (int i = 0; i < before.size(); i++) {
            if (!Counting.fits(before.get(i), call.changes().get(i))) {
                return new CountResult.OverLimit(i, before);
            }
        }
        List<StoredCount> after = new ArrayList<>();
        for (int i = 0; i < before.size(); i++) {
            CountChange change = call.changes().get(i);
            StoredCount count = Counting.after(before.get(i), change);
            Instant until = change.keep().isZero() ? null : count.end().plus(change.keep());
            counts.put(call.id(change), new Kept<>(count, until));
            after.add(count);
        }
        return new CountResult.Applied(after, false);
    }

    synchronized void takeBack(CountCall call) {
        CountCall.Once once = Objects.requireNonNull(call.once(), "once");
        Kept<CountResult.Applied> known = keys.remove(Fingerprint.fromBytes(once.digest(call)));
        if (known == null || known.isExpired(once.at())) {
            return;
        }
        for (int i = 0; i < call.changes().size(); i++) {
            CountChange change = call.changes().get(i);
            Instant counted = known.value().counts().get(i).start();
            counts.computeIfPresent(
                    call.id(change),
                    (id, kept) -> kept.value().start().equals(counted)
                            ? new Kept<>(Counting.without(kept.value(), change), kept.until())
                            : kept);
        }
    }

    synchronized Optional<StoredCount> find(CounterId id) {
        return Optional.ofNullable(counts.get(id)).map(Kept::value);
    }

    private void sweepOccasionally(CountCall call) {
        calls++;
        if (calls % CALLS_BETWEEN_SWEEPS == 0) {
            Span span = call.changes().get(0).span();
            removeExpired(
                    span instanceof Span.Session session ? session.at() : ((Span.Fixed) span).start(),
                    Integer.MAX_VALUE);
        }
    }

    synchronized int removeExpired(Instant now, int limit) {
        int removed = removeExpired(counts.values().iterator(), now, limit);
        return removed + removeExpired(keys.values().iterator(), now, limit - removed);
    }

    private static <V> int removeExpired(Iterator<Kept<V>> all, Instant now, int limit) {
        int removed = 0;
        while (removed < limit && all.hasNext()) {
            if (all.next().isExpired(now)) {
                all.remove();
                removed++;
            }
        }
        return removed;
    }
}
