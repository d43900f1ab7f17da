package dev.semel.counter.store;

import dev.semel.StoreException;
import java.time.Instant;
import java.util.Optional;

/**
 * A store of counts. Every store follows these rules, whatever other callers write concurrently and whatever time their clocks have:
 *
 * <ol>
 *   <li>A call is one atomic step: all of its changes take effect, or none.
 *   <li>A count resets only if the stored window starts before the window of the change. A change with an older window adds to the stored one:
 *       windows never go back.
 *   <li>A count never exceeds the limit of a change that was granted, nor {@link Long#MAX_VALUE}.
 *   <li>A call with a key takes effect once while the key is remembered. A repeated call returns the first answer, whatever has been counted
 *       since, even in a later window. Each repeated call extends the time for which the key is remembered, and never shortens it.
 *   <li>A take-back leaves no trace: the key is free, and the amounts are subtracted.
 *   <li>A client that resends a call because the reply was lost must not count it twice.
 * </ol>
 *
 * <p>Implementations are thread-safe. A method that fails throws {@link StoreException}; it is then unknown whether the call took effect. The
 * contract is {@code CounterStoreContract} in {@code semel-testkit}.
 */
public interface CounterStore extends AutoCloseable {

    /** Applies all changes of a call, or none. */
    CountResult apply(CountCall call);

    /**
     * Takes back what a call with this key has counted, in one atomic step. Deletes the key, and subtracts each amount from its count, down to
     * zero, unless the window has reset since. Does nothing if the key is not remembered, so it is safe to send again.
     *
     * @param call a call with a key, and the changes that were counted under it
     */
    void takeBack(CountCall call);

    /** Returns the stored count, even if its window has ended; empty if there is none. */
    Optional<StoredCount> find(CounterId id);

    /**
     * Deletes expired counts and keys.
     *
     * @param now the time by the caller's clock
     * @param limit the maximum number to delete, at least 1
     * @return the number deleted; less than {@code limit} if no more are expired
     */
    int purge(Instant now, int limit);

    /** Closes what the store opened, and no client of the application. May be called twice. */
    @Override
    void close();
}
