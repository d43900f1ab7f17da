package dev.semel.counter;

import dev.semel.counter.store.CounterStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;

/**
 * Counts by subject and window: so many requests for each access key and month. Safe for use by many threads.
 *
 * <pre>{@code
 * Counters counters = Counters.on(store);
 * Counter requests = counters.counter("requests", Window.month(ZoneId.of("Europe/Berlin"))).build();
 * Quota quota = requests.tryAdd(accessKey, 1, 10_000);
 * }</pre>
 *
 * <p>Which window it is, is decided by this process's clock. A clock that is behind adds to the window that is there; one that is ahead opens the
 * next window too early for everybody, so keep clocks in step.
 */
public final class Counters {
    private final CounterStore store;
    private final InstantSource clock;

    private Counters(CounterStore store, InstantSource clock) {
        this.store = Objects.requireNonNull(store, "store");
        this.clock = Objects.requireNonNull(clock, "clock");
    }

    /** Counters that are kept in a store. Closing the store is up to whoever has opened it. */
    public static Counters on(CounterStore store) {
        return new Counters(store, InstantSource.system());
    }

    /** The same, by another clock. */
    public Counters clock(InstantSource choice) {
        return new Counters(store, choice);
    }

    /** What the clock says by which windows are told. */
    public Instant now() {
        return clock.instant();
    }

    /**
     * Describes a counter. Every process that uses the counter must describe it in the same way.
     *
     * @param name at most 128 letters, digits, '.', '_' or '-'
     * @param window in which is counted
     * @throws IllegalArgumentException if the name can't be one
     */
    public CounterBuilder counter(String name, Window window) {
        return new CounterBuilder(store, clock, Text.name(name), Objects.requireNonNull(window, "window"));
    }

    /**
     * Begins a change of several counters of one subject, of which all take effect or none: such as a limit for the minute and one for the month.
     *
     * @throws IllegalArgumentException if the subject can't be one
     */
    public CountTogether together(String subject) {
        return new CountTogether(store, clock, Text.checked("the subject", subject));
    }

    /** Deletes at most so many counts and keys whose time is over, and returns how many it were. */
    public int purge(int limit) {
        return store.purge(clock.instant(), limit);
    }
}
