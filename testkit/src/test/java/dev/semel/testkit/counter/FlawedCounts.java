package dev.semel.testkit.counter;

import dev.semel.counter.store.CountCall;
import dev.semel.counter.store.CountChange;
import dev.semel.counter.store.CountChange.UnknownSubjects;
import dev.semel.counter.store.CountResult;
import dev.semel.counter.store.CounterId;
import dev.semel.counter.store.CounterStore;
import dev.semel.counter.store.Counting;
import dev.semel.counter.store.Span;
import dev.semel.counter.store.StoredCount;
import dev.semel.testkit.mutant.Mutant;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/** Counts in memory, with one deliberate bug. */
final class FlawedCounts implements CounterStore {
    private final Mutant flaw;
    private final Map<CounterId, StoredCount> counts = new ConcurrentHashMap<>();
    private final Map<CounterId, Duration> keeps = new ConcurrentHashMap<>();
    private final Map<String, CountResult> keys = new ConcurrentHashMap<>();
    private final Map<String, Instant> forgotten = new ConcurrentHashMap<>();
    private final Set<String> takenBack = new HashSet<>();

    FlawedCounts(Mutant flaw) {
        this.flaw = flaw;
    }

    private boolean is(Mutant other) {
        return flaw == other;
    }

    @Override
    public CountResult apply(CountCall call) {
        return switch (flaw) {
            case COUNTER_LOSES_UPDATES, COUNTER_READS_LIMIT_BEFORE, COUNTER_READS_KEY_BEFORE, COUNTER_RESETS_ANYHOW ->
                count(call);
            default -> {
                synchronized (this) {
                    yield count(call);
                }
            }
        };
    }

    private CountResult count(CountCall call) {
        CountCall.Once once = call.once();
        if (once == null) {
            return countAll(call);
        }
        String key = key(call, once);
        if (!is(Mutant.COUNTER_READS_KEY_BEFORE)) {
            synchronized (this) {
                return countOnce(call, once, key);
            }
        }
        return countOnce(call, once, key);
    }

    private CountResult countOnce(CountCall call, CountCall.Once once, String key) {
        CountResult known = keys.get(key);
        if (known != null && once.at().isBefore(forgotten.getOrDefault(key, Instant.MAX))) {
            if (!is(Mutant.COUNTER_NEVER_RENEWS_KEYS)) {
                forgotten.merge(key, once.at().plus(once.remember()), (one, other) -> one.isAfter(other) ? one : other);
            }
            return again(call, known);
        }
        pause();
        CountResult result = countAll(call);
        if (result instanceof CountResult.Applied || is(Mutant.COUNTER_KEEPS_KEY_OF_REFUSAL)) {
            keys.put(key, result);
            forgotten.put(key, once.at().plus(once.remember()));
        }
        return result;
    }

    private CountResult again(CountCall call, CountResult known) {
        if (!(known instanceof CountResult.Applied applied)) {
            return known;
        }
        if (is(Mutant.COUNTER_REPLAYS_PRESENT_COUNT)) {
            List<StoredCount> now = new ArrayList<>();
            call.changes().forEach(change -> now.add(counts.get(id(call, change))));
            return new CountResult.Applied(now, true);
        }
        return new CountResult.Applied(applied.counts(), true);
    }

    private String key(CountCall call, CountCall.Once once) {
        StringBuilder key = new StringBuilder(once.key());
        for (CountChange change : call.changes()) {
            key.append('/').append(change.counter());
            if (is(Mutant.COUNTER_KEY_ENDS_WITH_WINDOW)) {
                key.append(change.span());
            }
        }
        return is(Mutant.COUNTER_SHARES_KEYS) ? key.toString() : key + "/" + call.subject();
    }

    private CountResult countAll(CountCall call) {
        List<StoredCount> before = new ArrayList<>();
        for (CountChange change : call.changes()) {
            StoredCount start = before(counts.get(id(call, change)), change);
            if (start == null) {
                return new CountResult.UnknownSubject(before.size());
            }
            before.add(start);
        }
        List<StoredCount> after = new ArrayList<>();
        for (int i = 0; i < before.size(); i++) {
            CountChange change = call.changes().get(i);
            if (!fits(before.get(i), change)) {
                refused(call, before);
                return new CountResult.OverLimit(i, before);
            } else if (is(Mutant.TOGETHER_ONE_BY_ONE)) {
                write(call, change, before.get(i));
            }
        }
        pause();
        for (int i = 0; i < before.size(); i++) {
            CountChange change = call.changes().get(i);
            after.add(
                    is(Mutant.TOGETHER_ONE_BY_ONE) ? counts.get(id(call, change)) : write(call, change, before.get(i)));
        }
        return new CountResult.Applied(after, false);
    }

    private void refused(CountCall call, List<StoredCount> before) {
        for (int i = 0; i < before.size(); i++) {
            CountChange change = call.changes().get(i);
            StoredCount start = before.get(i);
            if (is(Mutant.COUNTER_REFUSAL_TURNS_WINDOW) && counts.containsKey(id(call, change))) {
                counts.put(id(call, change), start);
            } else if (is(Mutant.COUNTER_REFUSED_HIT_RENEWS)) {
                StoredCount renewed = Counting.after(start, change);
                counts.put(id(call, change), new StoredCount(renewed.start(), renewed.end(), start.count()));
            }
        }
    }

    private StoredCount before(StoredCount stored, CountChange change) {
        CountChange asked = is(Mutant.COUNTER_CREATES_UNKNOWN)
                ? new CountChange(
                        change.counter(),
                        change.amount(),
                        change.limit(),
                        change.span(),
                        UnknownSubjects.CREATE,
                        change.keep())
                : change;
        boolean resets = is(Mutant.COUNTER_REGISTERING_RESETS) && change.amount() == 0;
        if (is(Mutant.COUNTER_RESETS_TO_OLDER_WINDOW) && stored != null && change.span() instanceof Span.Fixed fixed) {
            resets = !stored.start().equals(fixed.start());
        }
        return Counting.before(resets ? null : stored, asked);
    }

    private boolean fits(StoredCount before, CountChange change) {
        if (is(Mutant.COUNTER_WRAPS_AROUND) && change.limit() == Long.MAX_VALUE) {
            return true;
        }
        return Counting.fits(before, change);
    }

    private StoredCount write(CountCall call, CountChange change, StoredCount before) {
        CounterId id = id(call, change);
        keeps.put(id, change.keep());
        if (is(Mutant.COUNTER_READS_LIMIT_BEFORE)) {
            return counts.merge(
                    id,
                    Counting.after(before, change),
                    (there, mine) -> there.start().equals(mine.start()) ? Counting.after(there, change) : mine);
        } else if (is(Mutant.COUNTER_RESETS_ANYHOW)) {
            return inTwoSteps(id, change, before);
        }
        StoredCount after = Counting.after(before, change);
        if (is(Mutant.COUNTER_USES_DOUBLES)) {
            after = new StoredCount(after.start(), after.end(), (long) ((double) before.count() + change.amount()));
        } else if (change.span() instanceof Span.Session session && is(Mutant.COUNTER_LATE_HIT_SHORTENS_SESSION)) {
            after = new StoredCount(after.start(), session.at().plus(session.idle()), after.count());
        } else if (change.span() instanceof Span.Session session && is(Mutant.COUNTER_SESSION_NEVER_ENDS)) {
            Instant end = session.at().plus(session.idle());
            after = new StoredCount(after.start(), end.isAfter(after.end()) ? end : after.end(), after.count());
        }
        counts.put(id, after);
        return after;
    }

    private StoredCount inTwoSteps(CounterId id, CountChange change, StoredCount before) {
        StoredCount added = counts.computeIfPresent(
                id, (same, there) -> there.start().isBefore(before.start()) ? there : Counting.after(there, change));
        if (added != null && !added.start().isBefore(before.start())) {
            return added;
        }
        pause();
        StoredCount reset = Counting.after(new StoredCount(before.start(), before.end(), 0), change);
        counts.put(id, reset);
        return reset;
    }

    /** Pauses a racy step, so that others can come in between. */
    private void pause() {
        if (is(Mutant.COUNTER_LOSES_UPDATES)
                || is(Mutant.COUNTER_READS_LIMIT_BEFORE)
                || is(Mutant.COUNTER_READS_KEY_BEFORE)
                || is(Mutant.COUNTER_RESETS_ANYHOW)) {
            LockSupport.parkNanos(20_000);
        }
    }

    private CounterId id(CountCall call, CountChange change) {
        return id(call.id(change));
    }

    private CounterId id(CounterId id) {
        return is(Mutant.COUNTER_IGNORES_CASE)
                ? new CounterId(id.counter(), id.subject().toLowerCase(Locale.ROOT))
                : id;
    }

    @Override
    public synchronized void takeBack(CountCall call) {
        String key = key(call, call.once());
        boolean remembers = is(Mutant.TOGETHER_KEEPS_KEY) || is(Mutant.TOGETHER_TAKES_BACK_TWICE);
        CountResult known = remembers ? keys.get(key) : keys.remove(key);
        if (is(Mutant.TOGETHER_KEEPS_KEY) && known != null && !takenBack.add(key)) {
            return;
        }
        if (!(known instanceof CountResult.Applied applied)
                || !call.once().at().isBefore(forgotten.getOrDefault(key, Instant.MAX))) {
            if (is(Mutant.COUNTER_TAKES_BACK_UNKNOWN)) {
                call.changes()
                        .forEach(change -> counts.computeIfPresent(
                                id(call, change), (id, there) -> Counting.without(there, change)));
            }
            return;
        }
        int last = is(Mutant.TOGETHER_TAKES_BACK_HALF) ? 1 : call.changes().size();
        for (int i = 0; i < last && !is(Mutant.COUNTER_TAKES_BACK_NOTHING); i++) {
            CountChange change = call.changes().get(i);
            Instant counted = applied.counts().get(i).start();
            counts.computeIfPresent(
                    id(call, change),
                    (id, there) -> there.start().equals(counted) || is(Mutant.COUNTER_TAKES_BACK_FROM_NEW_WINDOW)
                            ? without(there, change)
                            : there);
        }
    }

    private StoredCount without(StoredCount there, CountChange change) {
        long left = there.count() - change.amount();
        if (is(Mutant.COUNTER_TAKES_BACK_BELOW_ZERO)) {
            return new StoredCount(there.start(), there.end(), left);
        }
        return is(Mutant.COUNTER_TAKES_BACK_ALL_OR_NOTHING) && left < 0 ? there : Counting.without(there, change);
    }

    @Override
    public Optional<StoredCount> find(CounterId id) {
        return Optional.ofNullable(counts.get(id(id)));
    }

    @Override
    public synchronized int purge(Instant now, int limit) {
        List<CounterId> over = counts.entrySet().stream()
                .filter(each -> isOver(each.getKey(), each.getValue(), now))
                .map(Map.Entry::getKey)
                .limit(limit)
                .toList();
        over.forEach(counts::remove);
        return over.size();
    }

    private boolean isOver(CounterId id, StoredCount count, Instant now) {
        Duration keep = keeps.getOrDefault(id, Duration.ZERO);
        if (is(Mutant.COUNTER_PURGES_KEPT)) {
            return !now.isBefore(count.end());
        }
        return !keep.isZero() && !now.isBefore(count.end().plus(keep));
    }

    @Override
    public void close() {}
}
