package dev.semel.counter;

import dev.semel.counter.store.CountChange.UnknownSubjects;
import dev.semel.counter.store.CounterStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;

/** Builds a {@link Counter}. */
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
     * Refuses subjects that are not {@linkplain Counter#register registered}, and keeps the counts of registered ones forever. By default,
     * subjects are created on first use.
     */
    public CounterBuilder refuseUnknownSubjects() {
        unknownSubjects = UnknownSubjects.REFUSE;
        return this;
    }

    /**
     * Sets how long a count is kept after its window, at least. Defaults to one day; zero keeps it forever. A clock that is behind by less
     * cannot reopen the old window. Ignored if unknown subjects are refused: their counts are kept forever.
     */
    public CounterBuilder keepFor(Duration choice) {
        keep = Objects.requireNonNull(choice, "choice");
        return this;
    }

    /** Sets how long a key of {@link Counter#addOnce} is remembered after its latest use. Defaults to one day; must exceed the longest pause between retries. */
    public CounterBuilder rememberKeysFor(Duration choice) {
        rememberKeys = Objects.requireNonNull(choice, "choice");
        return this;
    }

    /** Sets whether concurrent additions of this process to one count share a write. On by default. */
    public CounterBuilder combining(boolean choice) {
        combining = choice;
        return this;
    }

    /**
     * Returns the counter.
     *
     * @throws IllegalArgumentException if a duration is negative or too long
     */
    public Counter build() {
        check("keepFor", keep, Duration.ZERO);
        check("rememberKeysFor", rememberKeys, Duration.ofMillis(1));
        return new Counter(this);
    }

    static void check(String what, Duration time, Duration least) {
        if (time.compareTo(least) < 0 || time.compareTo(Duration.ofDays(10_000)) > 0) {
            throw new IllegalArgumentException(
                    what + " is " + time + "; must be at least " + least + " and at most 10,000 days");
        }
    }
}
