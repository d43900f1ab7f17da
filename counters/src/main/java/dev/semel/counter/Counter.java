package dev.semel.counter;

import dev.semel.counter.store.CountCall;
import dev.semel.counter.store.CountChange;
import dev.semel.counter.store.CountResult;
import dev.semel.counter.store.CounterId;
import dev.semel.counter.store.CounterStore;
import dev.semel.counter.store.Counting;
import dev.semel.counter.store.StoredCount;
import dev.semel.store.StoreException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts for each subject how much there was in the present window. In a new window a count starts again, exactly: nothing is lost and nothing
 * is counted twice, however many add at that moment. Safe for use by many threads.
 *
 * <p>A method throws {@link StoreException} if the store can't be reached. It is then unknown whether the amount was counted; only {@link
 * #addOnce} can be called again without counting twice.
 */
public final class Counter {
    private static final int TRIES = 3;

    private final CounterStore store;
    private final InstantSource clock;
    private final String name;
    private final Window window;
    private final CountChange.UnknownSubjects unknownSubjects;
    private final Duration keep;
    private final Duration rememberKeys;
    private final @Nullable SharedWrites shared;

    Counter(CounterBuilder builder) {
        this.store = builder.store;
        this.clock = builder.clock;
        this.name = builder.name;
        this.window = builder.window;
        this.unknownSubjects = builder.unknownSubjects;
        this.keep = unknownSubjects == CountChange.UnknownSubjects.REFUSE ? Duration.ZERO : builder.keep;
        this.rememberKeys = builder.rememberKeys;
        this.shared = builder.combining ? new SharedWrites(this::send) : null;
    }

    /** As it was given. */
    public String name() {
        return name;
    }

    /** In which it counts. */
    public Window window() {
        return window;
    }

    /** Adds 1. */
    public Tally add(String subject) {
        return add(subject, 1);
    }

    /**
     * Adds an amount.
     *
     * @param amount at least 1
     * @return the count with it; no two calls in one window get the same
     * @throws IllegalArgumentException if the amount is below 1 or the subject can't be one
     * @throws UnknownSubjectException if the counter refuses unknown subjects and this is one
     * @throws CountOverflowException if the count would become too large
     */
    public Tally add(String subject, long amount) {
        Quota quota = count(subject, Text.amount(amount), Long.MAX_VALUE);
        if (!quota.granted()) {
            throw new CountOverflowException(name);
        }
        return quota.tally();
    }

    /**
     * Adds an amount unless the count would pass the limit; then nothing is counted, and the answer tells when to come back.
     *
     * @param amount at least 1
     * @param limit 0 or more
     */
    public Quota tryAdd(String subject, long amount, long limit) {
        if (limit < 0) {
            throw new IllegalArgumentException("the limit is " + limit + "; it must not be negative");
        }
        return count(subject, Text.amount(amount), limit);
    }

    /**
     * Adds an amount once under a key, however often it is called, also when a reply was lost, and also when the window has turned in between: every
     * call gets the first answer, for as long as {@linkplain CounterBuilder#rememberKeysFor keys are remembered}. The key belongs to the counter
     * and the subject.
     *
     * @param amount at least 1; a call that comes later with another amount gets the first answer as well
     * @param key of the thing that is counted, such as an event's id
     */
    public Tally addOnce(String subject, long amount, String key) {
        CountCall.Once once = new CountCall.Once(Text.checked("the key", key), clock.instant(), rememberKeys);
        CountChange change = change(Text.amount(amount), Long.MAX_VALUE);
        CountCall call = new CountCall(Text.checked("the subject", subject), List.of(change), Nonces.next(), once);
        CountResult result = withPatience(() -> store.apply(call));
        if (result instanceof CountResult.Applied applied) {
            return tally(applied.counts().get(0));
        } else if (result instanceof CountResult.UnknownSubject) {
            throw new UnknownSubjectException(name);
        }
        throw new CountOverflowException(name);
    }

    /**
     * The count as it is now, 0 if nothing was counted in the present window. Changes nothing.
     *
     * @throws UnknownSubjectException if the counter refuses unknown subjects and this is one
     */
    public Tally current(String subject) {
        CounterId id = new CounterId(name, Text.checked("the subject", subject));
        StoredCount now = Counting.before(store.find(id).orElse(null), change(0, Long.MAX_VALUE));
        if (now == null) {
            throw new UnknownSubjectException(name);
        }
        return tally(now);
    }

    /** Makes a subject known, for counters that refuse others. Does nothing if it is known. */
    public void register(String subject) {
        CountChange nothing = new CountChange(
                name, 0, Long.MAX_VALUE, window.at(clock.instant()), CountChange.UnknownSubjects.CREATE, keep);
        CountCall call = new CountCall(Text.checked("the subject", subject), List.of(nothing), Nonces.next(), null);
        withPatience(() -> store.apply(call));
    }

    private Quota count(String subject, long amount, long limit) {
        CounterId id = new CounterId(name, Text.checked("the subject", subject));
        Wanted wanted = new Wanted(amount, limit);
        if (shared == null) {
            wanted.send(id, this::send);
        } else {
            shared.send(id, wanted);
        }
        Wanted.Answer answer = wanted.answer();
        if (answer == null) {
            throw new UnknownSubjectException(name);
        }
        return new Quota(answer.granted(), tally(answer.count()), limit);
    }

    private CountResult send(CounterId id, long amount, long limit) {
        return store.apply(new CountCall(id.subject(), List.of(change(amount, limit)), Nonces.next(), null));
    }

    /** What takes effect once, or changes nothing the second time, may be sent again. */
    static <R> R withPatience(Supplier<R> call) {
        for (int tried = 1; ; tried++) {
            try {
                return call.get();
            } catch (StoreException e) {
                if (tried == TRIES) {
                    throw e;
                }
            }
        }
    }

    CountChange change(long amount, long limit) {
        return new CountChange(name, amount, limit, window.at(clock.instant()), unknownSubjects, keep);
    }

    Tally tally(StoredCount count) {
        return new Tally(name, count.count(), window.nameOf(count.start()), count.end());
    }
}
