package dev.semel.counter;

import dev.semel.counter.store.CountChange.UnknownSubjects;
import dev.semel.counter.store.CounterStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;

/** Describes a {@link Counter}. */
public final class CounterBuilder {
    final CounterStore store;
    final InstantSource clock;
    final String name;
    final Window window;
    UnknownSubjects unknownSubjects = UnknownSubjects.CREATE;
    Duration keep = Duration.ofDays(1);
    Duration rememberKeys = Duration.ofDays(1);
    boolean combining = true;

    CounterBuilder(CounterStore store, InstantSource clock, String name, Window window) {
        this.store = store;
        this.clock = clock;
        this.name = name;
        this.window = window;
    }

    /**
     * Subjects are created as they come, by default. Refuses subjects that were not {@linkplain Counter#register registered}; their counts
     * are kept for ever.
     */
    public CounterBuilder refuseUnknownSubjects() {
        unknownSubjects = UnknownSubjects.REFUSE;
        return this;
    }

    /**
     * One day by default; zero is for ever. How long after its window a count is remembered at least, so that a clock that is behind by less
     * can't open the old window again. Of no effect where unknown subjects are refused: a subject that was forgotten would be one.
     */
    public CounterBuilder keepFor(Duration choice) {
        keep = Objects.requireNonNull(choice, "choice");
        return this;
    }

    /** One day by default. How long the key of {@link Counter#addOnce} is remembered from its latest use; make it longer than the longest wait between two retries. */
    public CounterBuilder rememberKeysFor(Duration choice) {
        rememberKeys = Objects.requireNonNull(choice, "choice");
        return this;
    }

    /** On by default. Lets threads of this process that add to one count at the same moment share a write. */
    public CounterBuilder combining(boolean choice) {
        combining = choice;
        return this;
    }

    /**
     * Makes it.
     *
     * @throws IllegalArgumentException if a time is negative or too long
     */
    public Counter build() {
        check("keepFor", keep, Duration.ZERO);
        check("rememberKeysFor", rememberKeys, Duration.ofMillis(1));
        return new Counter(this);
    }

    static void check(String what, Duration time, Duration least) {
        if (time.compareTo(least) < 0 || time.compareTo(Duration.ofDays(10_000)) > 0) {
            throw new IllegalArgumentException(
                    what + " is " + time + "; it must be at least " + least + " and at most 10,000 days");
        }
    }
}
