package dev.semel;

import java.time.Duration;

/** The attempt, as its work sees it. Safe for use by many threads, also after the attempt has ended. */
public interface Context {

    /** Returns the facts of the record when this attempt claimed it. */
    Facts facts();

    /** Returns the number of this attempt, starting at 1. Above 1, an earlier attempt failed or was abandoned, and may have had effects. */
    default int attempt() {
        return facts().attempt();
    }

    /**
     * Returns the epoch under which this attempt owns the record: a fencing token. Every later owner of the record has
     * a higher one, so a downstream system that keeps the highest epoch it has seen for a key can refuse an owner that
     * was overtaken.
     *
     * <p>It never decreases while the record exists, and restarts at 1 when the record was purged after its retention,
     * lost by the store, or forgotten after a first attempt that did nothing. A system that remembers longer than that
     * compares {@link Facts#since() facts().since()} first, which all attempts of a record share, and then the epoch.
     * In a transaction the claim is undone by a rollback, and the next owner has the same epoch: there the database
     * fences. Zero if the work runs unprotected: lower than the epoch of any owner.
     */
    long epoch();

    /**
     * Returns a key to pass to a third party, as a UUID. It is the same for every attempt of this record, so that the
     * third party can recognise a repetition.
     *
     * <p>It depends only on operation, scope and key, so it is also the same when the key is used again after the
     * retention: a third party that remembers longer answers with the first effect. If a later use is meant to take
     * effect again, make the name differ by {@link Facts#since() facts().since()}: {@code childKey("card-network " +
     * facts().since())}.
     *
     * @param name distinguishes the calls of one operation, such as {@code "card-network"}
     */
    String childKey(String name);

    /**
     * Returns whether this attempt still holds the lease, as far as is known without asking the store: no renewal was
     * refused, and the time since the last confirmed one is shorter than the lease. Check it before an effect that
     * can't be undone.
     */
    boolean stillOwner();

    /** Returns how long the lease lasts if it isn't renewed; zero if it has expired or was lost. */
    Duration timeLeft();
}
