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
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/** Counts in memory, with one thing wrong. */
final class FlawedCounts implements CounterStore {
    /** What is wrong. */
    enum Flaw {
        NONE,
        /** The well-known recipe in two steps: add if the window is mine, else write my window over whatever is there. */
        RESETS_UNCONDITIONALLY,
        OLDER_WINDOW_RESETS,
        LOSES_UPDATES,
        LIMIT_IS_READ_BEFORE,
        SOME_OF_SEVERAL,
        REFUSAL_TURNS_THE_WINDOW,
        WRAPS_AROUND,
        COUNTS_IN_DOUBLES,
        KEY_BELONGS_TO_THE_WINDOW,
        KEY_BELONGS_TO_NOBODY,
        KEY_OF_A_REFUSAL_IS_KEPT,
        KEY_GETS_THE_PRESENT_COUNT,
        KEY_IS_LOOKED_UP_BEFORE,
        KEY_IS_NOT_RENEWED,
        LATE_HIT_SHORTENS_THE_SESSION,
        SESSION_NEVER_ENDS,
        REFUSED_HIT_RENEWS,
        CREATES_UNKNOWN_SUBJECTS,
        REGISTERING_RESETS,
        PURGES_WHAT_IS_KEPT,
        TAKEN_BACK_IS_REMEMBERED,
        TAKES_BACK_TWICE,
        TAKES_BACK_WHAT_IS_NOT_KNOWN,
        TAKES_BACK_FROM_A_NEW_WINDOW,
        TAKES_BACK_NOTHING,
        TAKES_BACK_ONE_OF_SEVERAL,
        TAKES_BACK_BELOW_ZERO,
        TAKES_BACK_ALL_OR_NOTHING,
        IGNORES_CASE
    }

    private final Flaw flaw;
    private final Map<CounterId, StoredCount> counts = new ConcurrentHashMap<>();
    private final Map<CounterId, Duration> keeps = new ConcurrentHashMap<>();
    private final Map<String, CountResult> keys = new ConcurrentHashMap<>();
    private final Map<String, Instant> forgotten = new ConcurrentHashMap<>();
    private final Set<String> takenBack = new HashSet<>();

    FlawedCounts(Flaw flaw) {
        this.flaw = flaw;
    }

    private boolean is(Flaw other) {
        return flaw == other;
    }

    @Override
    public CountResult apply(CountCall call) {
        return switch (flaw) {
            case LOSES_UPDATES, LIMIT_IS_READ_BEFORE, KEY_IS_LOOKED_UP_BEFORE, RESETS_UNCONDITIONALLY -> count(call);
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
        if (!is(Flaw.KEY_IS_LOOKED_UP_BEFORE)) {
            synchronized (this) {
                return countOnce(call, once, key);
            }
        }
        return countOnce(call, once, key);
    }

    private CountResult countOnce(CountCall call, CountCall.Once once, String key) {
        CountResult known = keys.get(key);
        if (known != null && once.at().isBefore(forgotten.getOrDefault(key, Instant.MAX))) {
            if (!is(Flaw.KEY_IS_NOT_RENEWED)) {
                forgotten.merge(key, once.at().plus(once.remember()), (one, other) -> one.isAfter(other) ? one : other);
            }
            return again(call, known);
        }
        pause();
        CountResult result = countAll(call);
        if (result instanceof CountResult.Applied || is(Flaw.KEY_OF_A_REFUSAL_IS_KEPT)) {
            keys.put(key, result);
            forgotten.put(key, once.at().plus(once.remember()));
        }
        return result;
    }

    private CountResult again(CountCall call, CountResult known) {
        if (!(known instanceof CountResult.Applied applied)) {
            return known;
        }
        if (is(Flaw.KEY_GETS_THE_PRESENT_COUNT)) {
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
            if (is(Flaw.KEY_BELONGS_TO_THE_WINDOW)) {
                key.append(change.span());
            }
        }
        return is(Flaw.KEY_BELONGS_TO_NOBODY) ? key.toString() : key + "/" + call.subject();
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
            } else if (is(Flaw.SOME_OF_SEVERAL)) {
                write(call, change, before.get(i));
            }
        }
        pause();
        for (int i = 0; i < before.size(); i++) {
            CountChange change = call.changes().get(i);
            after.add(is(Flaw.SOME_OF_SEVERAL) ? counts.get(id(call, change)) : write(call, change, before.get(i)));
        }
        return new CountResult.Applied(after, false);
    }

    private void refused(CountCall call, List<StoredCount> before) {
        for (int i = 0; i < before.size(); i++) {
            CountChange change = call.changes().get(i);
            StoredCount start = before.get(i);
            if (is(Flaw.REFUSAL_TURNS_THE_WINDOW) && counts.containsKey(id(call, change))) {
                counts.put(id(call, change), start);
            } else if (is(Flaw.REFUSED_HIT_RENEWS)) {
                StoredCount renewed = Counting.after(start, change);
                counts.put(id(call, change), new StoredCount(renewed.start(), renewed.end(), start.count()));
            }
        }
    }

    private StoredCount before(StoredCount stored, CountChange change) {
        CountChange asked = is(Flaw.CREATES_UNKNOWN_SUBJECTS)
                ? new CountChange(
                        change.counter(),
                        change.amount(),
                        change.limit(),
                        change.span(),
                        UnknownSubjects.CREATE,
                        change.keep())
                : change;
        boolean resets = is(Flaw.REGISTERING_RESETS) && change.amount() == 0;
        if (is(Flaw.OLDER_WINDOW_RESETS) && stored != null && change.span() instanceof Span.Fixed fixed) {
            resets = !stored.start().equals(fixed.start());
        }
        return Counting.before(resets ? null : stored, asked);
    }

    private boolean fits(StoredCount before, CountChange change) {
        if (is(Flaw.WRAPS_AROUND) && change.limit() == Long.MAX_VALUE) {
            return true;
        }
        return Counting.fits(before, change);
    }

    private StoredCount write(CountCall call, CountChange change, StoredCount before) {
        CounterId id = id(call, change);
        keeps.put(id, change.keep());
        if (is(Flaw.LIMIT_IS_READ_BEFORE)) {
            return counts.merge(
                    id,
                    Counting.after(before, change),
                    (there, mine) -> there.start().equals(mine.start()) ? Counting.after(there, change) : mine);
        } else if (is(Flaw.RESETS_UNCONDITIONALLY)) {
            return inTwoSteps(id, change, before);
        }
        StoredCount after = Counting.after(before, change);
        if (is(Flaw.COUNTS_IN_DOUBLES)) {
            after = new StoredCount(after.start(), after.end(), (long) ((double) before.count() + change.amount()));
        } else if (change.span() instanceof Span.Session session && is(Flaw.LATE_HIT_SHORTENS_THE_SESSION)) {
            after = new StoredCount(after.start(), session.at().plus(session.idle()), after.count());
        } else if (change.span() instanceof Span.Session session && is(Flaw.SESSION_NEVER_ENDS)) {
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

    /** So that others come in between. */
    private void pause() {
        if (is(Flaw.LOSES_UPDATES)
                || is(Flaw.LIMIT_IS_READ_BEFORE)
                || is(Flaw.KEY_IS_LOOKED_UP_BEFORE)
                || is(Flaw.RESETS_UNCONDITIONALLY)) {
            LockSupport.parkNanos(20_000);
        }
    }

    private CounterId id(CountCall call, CountChange change) {
        return id(call.id(change));
    }

    private CounterId id(CounterId id) {
        return is(Flaw.IGNORES_CASE)
                ? new CounterId(id.counter(), id.subject().toLowerCase(java.util.Locale.ROOT))
                : id;
    }

    @Override
    public synchronized void takeBack(CountCall call) {
        String key = key(call, call.once());
        boolean remembers = is(Flaw.TAKEN_BACK_IS_REMEMBERED) || is(Flaw.TAKES_BACK_TWICE);
        CountResult known = remembers ? keys.get(key) : keys.remove(key);
        if (is(Flaw.TAKEN_BACK_IS_REMEMBERED) && known != null && !takenBack.add(key)) {
            return;
        }
        if (!(known instanceof CountResult.Applied applied)
                || !call.once().at().isBefore(forgotten.getOrDefault(key, Instant.MAX))) {
            if (is(Flaw.TAKES_BACK_WHAT_IS_NOT_KNOWN)) {
                call.changes()
                        .forEach(change -> counts.computeIfPresent(
                                id(call, change), (id, there) -> Counting.without(there, change)));
            }
            return;
        }
        int last = is(Flaw.TAKES_BACK_ONE_OF_SEVERAL) ? 1 : call.changes().size();
        for (int i = 0; i < last && !is(Flaw.TAKES_BACK_NOTHING); i++) {
            CountChange change = call.changes().get(i);
            Instant counted = applied.counts().get(i).start();
            counts.computeIfPresent(
                    id(call, change),
                    (id, there) -> there.start().equals(counted) || is(Flaw.TAKES_BACK_FROM_A_NEW_WINDOW)
                            ? without(there, change)
                            : there);
        }
    }

    private StoredCount without(StoredCount there, CountChange change) {
        long left = there.count() - change.amount();
        if (is(Flaw.TAKES_BACK_BELOW_ZERO)) {
            return new StoredCount(there.start(), there.end(), left);
        }
        return is(Flaw.TAKES_BACK_ALL_OR_NOTHING) && left < 0 ? there : Counting.without(there, change);
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
        if (is(Flaw.PURGES_WHAT_IS_KEPT)) {
            return !now.isBefore(count.end());
        }
        return !keep.isZero() && !now.isBefore(count.end().plus(keep));
    }

    @Override
    public void close() {}
}
