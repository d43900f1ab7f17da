package dev.semel.counter.store;

import dev.semel.store.StoreException;
import java.time.Instant;
import java.util.Optional;

/**
 * Keeps counts. The rules that every such store keeps, whoever writes at the same moment, and whatever their clocks say:
 *
 * <ol>
 *   <li>A call is one atomic step: all of its changes take effect, or none.
 *   <li>A count starts again only if the window that is stored has begun before the window of the change. Whoever comes with an older window
 *       adds to the one that is stored: windows never go back.
 *   <li>A count never passes the limit of a change that was let through, nor {@link Long#MAX_VALUE}.
 *   <li>A call with a key takes effect once for as long as the key is remembered; sent again it gets the first answer, whatever has been counted
 *       since, also in a later window. Each call under a key that is known renews how long it is remembered, and never shortens it.
 *   <li>What is taken back was never counted, as far as anybody can tell later: the key is free, and the counts are less by what they were more.
 *   <li>A client that sends a call again by itself, because it lost the reply, must not count it twice.
 * </ol>
 *
 * <p>A store is safe for use by many threads. A method that fails throws {@link StoreException}; it is then unknown whether the call took
 * effect. The contract is {@code CounterStoreContract} in {@code semel-testkit}.
 */
public interface CounterStore extends AutoCloseable {

    /** Makes all changes of a call, or none. */
    CountResult apply(CountCall call);

    /**
     * Takes back what a call with this key has counted, in one atomic step: the key is forgotten, and each count is less by its change's amount, but never less
     * than zero, unless its window has turned since. If the key is not known, nothing happens; so it may be sent again.
     *
     * @param call with a key, and the changes that were counted under it
     */
    void takeBack(CountCall call);

    /** The count as it is stored, whether or not its window is over; empty if there is none. */
    Optional<StoredCount> find(CounterId id);

    /**
     * Deletes counts and remembered keys whose time is over.
     *
     * @param now as the caller's clock has it
     * @param limit how many to delete at most, at least 1
     * @return how many were deleted; fewer than {@code limit} means that nothing more is overdue for now
     */
    int purge(Instant now, int limit);

    /** Frees what the store itself has opened, never a client that the application handed in. May be called twice. */
    @Override
    void close();
}
