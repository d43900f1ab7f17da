package dev.semel.jdbc.connection;

import dev.semel.jdbc.sql.SqlCall;
import dev.semel.thread.StackRoom;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Connections of a pool that are kept while leases may be live, so that work that holds all others can't starve claims, renewals and
 * settlements. All stores on one pool share them.
 *
 * <ol>
 *   <li>The first call takes a connection from the pool and leaves it here for later calls. If all are in use, a call waits for one to
 *       return, which takes as long as a batch, and only then asks the pool.
 *   <li>A connection is tested after a failed call, and after it was idle. A dead one returns to the pool, which drops it.
 *   <li>A background thread takes further connections as needed, and replaces each periodically, so that the pool can check and retire it.
 *       It takes the new one before it returns the old one, so an exhausted pool changes nothing.
 *   <li>The thread also replaces a lost connection, and retries until the pool has one. Meanwhile calls wait here for the first that
 *       becomes free. If none is left and the pool has none, they fail together with the thread's request, so no call waits for the pool
 *       twice.
 *   <li>Once the last requested lease must have ended, the thread returns all connections, and ends.
 * </ol>
 */
final class Reserve implements Connections {
    private static final System.Logger LOG = System.getLogger("dev.semel.jdbc");
    private static final long WAIT_FOR_ANOTHER = TimeUnit.SECONDS.toNanos(1);
    private static final long ASK_AGAIN = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long SHORTEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(10);
    private static final Duration LONGEST_KEPT = Duration.ofMinutes(10);
    private static final Duration REPLACED_AFTER = Duration.ofSeconds(30);

    private final PoolConnections pool;
    private final long replaceAfter;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition returned = lock.newCondition();
    private final Condition wanted = lock.newCondition();
    private final ArrayDeque<KeptConnection> idle = new ArrayDeque<>();
    private int size;
    private int stores;
    private int open;
    private int lost;
    private int refusals;
    private @Nullable SQLException refusal;
    private boolean more;
    private @Nullable Thread tender;
    private volatile long keepUntil = System.nanoTime();

    Reserve(PoolConnections pool) {
        this.pool = pool;
        long leakAfter =
                DataSources.leakDetection(pool.pool()).map(Duration::toNanos).orElse(Long.MAX_VALUE);
        this.replaceAfter = Math.min(REPLACED_AFTER.toNanos(), leakAfter / 2);
    }

    /** Joins it for one more store. */
    void joined(int wantedSize) {
        lock.lock();
        try {
            stores++;
            size = Math.max(size, wantedSize);
        } finally {
            lock.unlock();
        }
    }

    boolean isOf(PoolConnections connections) {
        return pool.isLike(connections);
    }

    @Override
    public void keepFor(Duration lease) {
        long until = System.nanoTime() + (lease.compareTo(LONGEST_KEPT) < 0 ? lease : LONGEST_KEPT).toNanos();
        if (until - keepUntil > 0) {
            keepUntil = until;
        }
    }

    @Override
    public <R extends @Nullable Object> R forWriting(SqlCall<R> call) throws SQLException {
        StackRoom.require();
        try (Interrupts interrupts = new Interrupts()) {
            KeptConnection kept = take(interrupts);
            boolean usable = false;
            try {
                R result = kept.run(call);
                pool.used();
                usable = true;
                return result;
            } catch (SQLException | RuntimeException e) {
                usable = kept.isAlive();
                throw e;
            } finally {
                giveBack(kept, usable);
            }
        }
    }

    private KeptConnection take(Interrupts interrupts) throws SQLException {
        KeptConnection kept = idle(interrupts);
        while (kept != null && kept.wasIdle() && !kept.isAlive()) {
            giveBack(kept, false);
            kept = idle(interrupts);
        }
        return kept == null ? fresh(interrupts) : kept;
    }

    /**
     * Returns an idle connection; {@code null} if the pool has to be asked.
     *
     * @throws NoConnectionException if none is left, and the pool has none for the background thread either
     */
    private @Nullable KeptConnection idle(Interrupts interrupts) throws NoConnectionException {
        lock.lock();
        try {
            int refusedBefore = refusals;
            long left = WAIT_FOR_ANOTHER;
            while (idle.isEmpty()) {
                boolean noneComesBack = open == 0 || left <= 0;
                if (isTended() && isReplacing()) {
                    if (noneComesBack && refusals != refusedBefore) {
                        if (refusal != null) {
                            throw new NoConnectionException(refusal);
                        }
                        return null;
                    }
                } else if (noneComesBack) {
                    return null;
                } else {
                    more |= open < size;
                    wanted.signal();
                }
                try {
                    left = left > 0 ? returned.awaitNanos(left) : Math.min(0, returned.awaitNanos(ASK_AGAIN));
                } catch (InterruptedException e) {
                    interrupts.putOff();
                }
            }
            return idle.pollFirst();
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether a lost connection has to be replaced, since leases may be live. */
    private boolean isReplacing() {
        return lost > 0 && open < size && stores > 0 && isLive();
    }

    private boolean isLive() {
        return keepUntil - System.nanoTime() > 0;
    }

    /** Returns whether the background thread is alive. An {@link Error} may end it anywhere. */
    private boolean isTended() {
        return tender != null && tender.isAlive();
    }

    private KeptConnection fresh(Interrupts interrupts) throws SQLException {
        ReadyConnection ready = pool.take(interrupts);
        lock.lock();
        try {
            KeptConnection kept = new KeptConnection(ready);
            open++;
            lost = Math.max(0, lost - 1);
            return kept;
        } catch (Error e) {
            ready.close(e);
            throw e;
        } finally {
            lock.unlock();
        }
    }

    /** Keeps the connection if it is usable and wanted. If there are too many, the oldest is returned to the pool. */
    private void giveBack(KeptConnection kept, boolean usable) {
        boolean settled;
        lock.lock();
        try {
            if (usable) {
                kept.used();
                idle.addFirst(kept);
            } else {
                open--;
                lost = Math.min(lost + 1, size);
                more = true;
                wanted.signal();
            }
            settled = isTended() && open <= size && stores > 0;
            returned.signalAll();
        } finally {
            lock.unlock();
        }
        if (!usable) {
            kept.close();
        }
        if (!settled) {
            giveBackSurplus(true);
            tend();
        }
    }

    /** Returns surplus connections to the pool, and all of them if no lease can be live. Returns whether some are still kept. */
    private boolean giveBackSurplus(boolean needed) {
        while (true) {
            KeptConnection oldest = null;
            lock.lock();
            try {
                if ((needed && stores > 0 && open <= size) || idle.isEmpty()) {
                    return open > 0;
                }
                for (KeptConnection each : idle) {
                    oldest = oldest == null || each.isOlderThan(oldest) ? each : oldest;
                }
                idle.remove(oldest);
                open--;
            } finally {
                lock.unlock();
            }
            if (oldest != null) {
                oldest.close();
            }
        }
    }

    /** Starts the background thread, if connections are kept and none runs. */
    private void tend() {
        lock.lock();
        try {
            if (!isTended() && (open > 0 || isReplacing())) {
                Thread thread = new Thread(this::lookAfter, "semel-connections");
                thread.setDaemon(true);
                thread.start();
                tender = thread;
            }
        } catch (RuntimeException | Error e) {
            // The next call retries.
            LOG.log(
                    System.Logger.Level.WARNING,
                    "the thread that tends the reserved connections could not be started",
                    e);
        } finally {
            lock.unlock();
        }
    }

    private void lookAfter() {
        try {
            while (isNeeded()) {
                if (isAnotherNeeded()) {
                    addAnother();
                }
                await();
            }
        } catch (RuntimeException | Error e) {
            LOG.log(System.Logger.Level.WARNING, "the thread that tends the reserved connections failed", e);
            goesOn(false);
        }
    }

    private boolean isNeeded() {
        return giveBackSurplus(isLive()) || goesOn(true);
    }

    /** Decides whether the background thread continues. It has to if a call has taken or lost a connection in the meantime. */
    private boolean goesOn(boolean wants) {
        lock.lock();
        try {
            boolean goesOn = wants && (open > 0 || isReplacing());
            if (!goesOn) {
                tender = null;
                lost = 0;
            }
            return goesOn;
        } finally {
            lock.unlock();
        }
    }

    private boolean isAnotherNeeded() {
        lock.lock();
        try {
            boolean grows = (more && open < size) || isReplacing();
            more = false;
            return grows || (open <= size && idle.stream().anyMatch(each -> each.age() > replaceAfter));
        } finally {
            lock.unlock();
        }
    }

    private void addAnother() {
        try (Interrupts interrupts = new Interrupts()) {
            giveBack(fresh(interrupts), true);
        } catch (SQLException | RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "the pool has no further connection to reserve", e);
            refused(e instanceof SQLException failure ? failure : null);
        }
    }

    private void refused(@Nullable SQLException why) {
        lock.lock();
        try {
            refusals++;
            refusal = why;
            returned.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void await() {
        lock.lock();
        try {
            long left = Math.min(replaceAfter / 4, Math.max(SHORTEST_PAUSE, keepUntil - System.nanoTime()));
            left = isReplacing() ? Math.min(left, ASK_AGAIN) : left;
            while (!more && left > 0) {
                left = wanted.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            LOG.log(System.Logger.Level.DEBUG, "interrupted while idle", e);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void checkClaim() {
        pool.checkClaim();
    }

    @Override
    public Connection borrow() throws SQLException {
        return pool.borrow();
    }

    @Override
    public void giveBack(Connection connection) throws SQLException {
        pool.giveBack(connection);
    }

    /** Leaves the reserve for one of its stores. When the last one leaves, all connections return to the pool. */
    @Override
    public void close() {
        lock.lock();
        try {
            stores--;
        } finally {
            lock.unlock();
        }
        giveBackSurplus(true);
    }
}
