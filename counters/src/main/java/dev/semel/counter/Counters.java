package dev.semel.counter;

import dev.semel.counter.store.CounterStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;

/**
 * An entry point to counters by subject and window, such as requests per access key and month. Thread-safe.
 *
 * <pre>{@code
 * Counters counters = Counters.on(store);
 * Counter requests = counters.counter("requests", Window.month(ZoneId.of("Europe/Berlin"))).build();
 * Quota quota = requests.tryAdd(accessKey, 1, 10_000);
 * }</pre>
 *
 * <p>The clock of this process determines the current window. A clock that is behind adds to the stored window. A clock that is ahead opens
 * the next window too early for all processes, so synchronize the clocks.
 */
public final class Counters {
    private final CounterStore store;
    private final InstantSource clock;

    private Counters(CounterStore store, InstantSource clock) {
        this.store = Objects.requireNonNull(store, "store");
        this.clock = Objects.requireNonNull(clock, "clock");
    }

    /** Returns counters in a store, by the system clock. The application closes the store. */
    public static Counters on(CounterStore store) {
        return new Counters(store, InstantSource.system());
    }

    /** Returns the same counters with another clock. */
    public Counters clock(InstantSource choice) {
        return new Counters(store, choice);
    }

    /** Returns the current time of the clock that determines windows. */
    public Instant now() {
        return clock.instant();
    }

    /**
     * Returns a builder for a counter. Every process that uses the counter must configure it identically.
     *
     * @param name at most 128 letters, digits, '.', '_' or '-'
     * @param window the window after which the count resets
     * @throws IllegalArgumentException if the name is invalid
     */
    public CounterBuilder counter(String name, Window window) {
        return new CounterBuilder(store, clock, CounterArguments.name(name), Objects.requireNonNull(window, "window"));
    }

    /**
     * Starts an atomic change of several counters of one subject, such as a limit per minute and one per month.
     *
     * @throws IllegalArgumentException if the subject is invalid
     */
    public CountTogether together(String subject) {
        return new CountTogether(store, clock, CounterArguments.checked("the subject", subject));
    }

    /** Deletes at most {@code limit} expired counts and keys, and returns the number deleted. */
    public int purge(int limit) {
        return store.purge(clock.instant(), limit);
    }
}
