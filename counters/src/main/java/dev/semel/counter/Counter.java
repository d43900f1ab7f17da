package dev.semel.counter;

import dev.semel.StoreException;
import dev.semel.counter.store.CountCall;
import dev.semel.counter.store.CountChange;
import dev.semel.counter.store.CountResult;
import dev.semel.counter.store.CounterId;
import dev.semel.counter.store.CounterStore;
import dev.semel.counter.store.Counting;
import dev.semel.counter.store.StoredCount;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A counter with one count per subject, which resets with its window. The reset is exact: no amount is lost or counted twice, however many
 * callers add at that moment. Thread-safe.
 *
 * <p>A method throws {@link StoreException} if the store cannot be reached. It is then unknown whether the amount was counted; only {@link
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

    /** Returns the counter's name. */
    public String name() {
        return name;
    }

    /** Returns the window after which the count resets. */
    public Window window() {
        return window;
    }

    /** Adds 1, as {@link #add(String, long)} does. */
    public Tally add(String subject) {
        return add(subject, 1);
    }

    /**
     * Adds an amount.
     *
     * @param amount at least 1
     * @return the count including the amount; no two calls in one window return the same count
     * @throws IllegalArgumentException if the amount is below 1 or the subject is invalid
     * @throws UnknownSubjectException if the counter refuses unknown subjects and this is one
     * @throws CountOverflowException if the count would exceed {@link Long#MAX_VALUE}
     */
    public Tally add(String subject, long amount) {
        Quota quota = count(subject, CounterArguments.amount(amount), Long.MAX_VALUE);
        if (!quota.granted()) {
            throw new CountOverflowException(name);
        }
        return quota.tally();
    }

    /**
     * Adds an amount unless the count would exceed the limit. A refusal counts nothing, and its tally has the time of the reset.
     *
     * @param amount at least 1
     * @param limit 0 or more
     * @throws IllegalArgumentException if the amount, the limit or the subject is invalid
     * @throws UnknownSubjectException if the counter refuses unknown subjects and this is one
     */
    public Quota tryAdd(String subject, long amount, long limit) {
        if (limit < 0) {
            throw new IllegalArgumentException("limit is " + limit + "; must not be negative");
        }
        return count(subject, CounterArguments.amount(amount), limit);
    }

    /**
     * Adds an amount once per key, even if replies are lost or the window resets in between. Every later call returns the first answer for as
     * long as {@linkplain CounterBuilder#rememberKeysFor keys are remembered}. A key is local to the counter and the subject.
     *
     * @param amount at least 1; a later call with another amount also returns the first answer
     * @param key identifies what is counted, such as an event's id
     * @throws IllegalArgumentException if the amount, the key or the subject is invalid
     * @throws UnknownSubjectException if the counter refuses unknown subjects and this is one
     * @throws CountOverflowException if the count would exceed {@link Long#MAX_VALUE}
     */
    public Tally addOnce(String subject, long amount, String key) {
        CountCall.Once once =
                new CountCall.Once(CounterArguments.checked("the key", key), clock.instant(), rememberKeys);
        CountChange change = change(CounterArguments.amount(amount), Long.MAX_VALUE);
        CountCall call =
                new CountCall(CounterArguments.checked("the subject", subject), List.of(change), Nonces.next(), once);
        CountResult result = withRetries(() -> store.apply(call));
        if (result instanceof CountResult.Applied applied) {
            return tally(applied.counts().get(0));
        } else if (result instanceof CountResult.UnknownSubject) {
            throw new UnknownSubjectException(name);
        }
        throw new CountOverflowException(name);
    }

    /**
     * Returns the current count, 0 if nothing was counted in the current window. Changes nothing.
     *
     * @throws UnknownSubjectException if the counter refuses unknown subjects and this is one
     */
    public Tally current(String subject) {
        CounterId id = new CounterId(name, CounterArguments.checked("the subject", subject));
        StoredCount now = Counting.before(store.find(id).orElse(null), change(0, Long.MAX_VALUE));
        if (now == null) {
            throw new UnknownSubjectException(name);
        }
        return tally(now);
    }

    /** Registers a subject with a counter that refuses unknown ones. Does nothing if the subject is registered. */
    public void register(String subject) {
        CountChange nothing = new CountChange(
                name, 0, Long.MAX_VALUE, window.at(clock.instant()), CountChange.UnknownSubjects.CREATE, keep);
        CountCall call =
                new CountCall(CounterArguments.checked("the subject", subject), List.of(nothing), Nonces.next(), null);
        withRetries(() -> store.apply(call));
    }

    private Quota count(String subject, long amount, long limit) {
        CounterId id = new CounterId(name, CounterArguments.checked("the subject", subject));
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

    /** Retries a call that is safe to send again: it takes effect once, or changes nothing the second time. */
    static <R> R withRetries(Supplier<R> call) {
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
