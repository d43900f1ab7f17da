package dev.semel.jdbc;

import java.lang.ref.WeakReference;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Connections of a pool that are kept while leases may be live, so that work that holds all others can't starve claims, renewals and
 * settlements. All stores on one pool share them.
 *
 * <ol>
 *   <li>The first call takes a connection from the pool, like any other, and leaves it here. Later calls use it. If all are in use, a call waits
 *       for one to come back, which takes as long as a batch does, and asks the pool only after that.
 *   <li>A connection on which a call failed is tested, and so is one that was idle. One that is dead goes back to the pool, which drops it, and
 *       the next call takes another.
 *   <li>In the background a thread takes as many as are wanted, and replaces each from time to time, so that the pool can check and retire it. It takes
 *       the new one before it gives back the old one: a pool that has none to give leaves the old one here.
 *   <li>When the last lease that was asked for must have ended, the thread gives all of them back, and ends.
 * </ol>
 */
final class Reserve implements Connections {
    private static final System.Logger LOG = System.getLogger("dev.semel.jdbc");
    private static final List<WeakReference<Reserve>> ALL = new ArrayList<>();
    private static final long WAIT_FOR_ANOTHER = TimeUnit.SECONDS.toNanos(1);
    private static final long UNTESTED = TimeUnit.SECONDS.toNanos(10);
    private static final long SHORTEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(10);
    private static final int TEST_SECONDS = 5;
    private static final Duration LONGEST_KEPT = Duration.ofMinutes(10);
    private static final Duration REPLACED_AFTER = Duration.ofSeconds(30);

    private final PoolConnections pool;
    private final long startedAt = System.nanoTime();
    private final long replaceAfter;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition returned = lock.newCondition();
    private final Condition wanted = lock.newCondition();
    private final ArrayDeque<Kept> idle = new ArrayDeque<>();
    private int size;
    private int stores;
    private int open;
    private boolean more;
    private boolean tended;
    private volatile long keepUntil = System.nanoTime();

    /** A connection of the pool that is kept, since when, and when it was used. */
    private static final class Kept {
        final ReadyConnection ready;
        final long since = System.nanoTime();
        long usedAt = since;

        Kept(ReadyConnection ready) {
            this.ready = ready;
        }
    }

    private Reserve(PoolConnections pool) {
        this.pool = pool;
        long leakAfter =
                DataSources.leakDetection(pool.pool()).map(Duration::toNanos).orElse(Long.MAX_VALUE);
        this.replaceAfter = Math.min(REPLACED_AFTER.toNanos(), leakAfter / 2);
    }

    /** Returns the one of this pool, for one more store. The first one logs what is kept. */
    static Reserve join(PoolConnections pool, int size, String address) {
        synchronized (ALL) {
            Reserve reserve = find(pool.pool());
            if (reserve == null) {
                reserve = new Reserve(pool);
                ALL.add(new WeakReference<>(reserve));
                LOG.log(
                        System.Logger.Level.INFO,
                        "while leases are live, up to " + size + " connections of the pool of " + address
                                + " are kept for claims, renewals and settlements");
            }
            reserve.joined(size);
            return reserve;
        }
    }

    private static @Nullable Reserve find(DataSource pool) {
        ALL.removeIf(each -> each.get() == null);
        for (WeakReference<Reserve> each : ALL) {
            Reserve reserve = each.get();
            if (reserve != null && reserve.pool.pool() == pool) {
                return reserve;
            }
        }
        return null;
    }

    private void joined(int wantedSize) {
        lock.lock();
        try {
            stores++;
            size = Math.max(size, wantedSize);
        } finally {
            lock.unlock();
        }
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
        try (Interrupts interrupts = new Interrupts()) {
            Kept kept = take(interrupts);
            boolean usable = false;
            try {
                R result = call.on(kept.ready.connection());
                usable = true;
                return result;
            } catch (SQLException | RuntimeException e) {
                usable = isAlive(kept);
                throw e;
            } finally {
                giveBack(kept, usable);
            }
        }
    }

    private Kept take(Interrupts interrupts) throws SQLException {
        Kept kept = idle(interrupts);
        while (kept != null && System.nanoTime() - kept.usedAt > UNTESTED && !isAlive(kept)) {
            giveBack(kept, false);
            kept = idle(interrupts);
        }
        return kept == null ? fresh(interrupts) : kept;
    }

    /** Returns one that is not in use; {@code null} if the pool has to be asked. */
    private @Nullable Kept idle(Interrupts interrupts) {
        lock.lock();
        try {
            long left = WAIT_FOR_ANOTHER;
            while (idle.isEmpty() && open > 0 && left > 0) {
                more |= open < size;
                wanted.signal();
                try {
                    left = returned.awaitNanos(left);
                } catch (InterruptedException e) {
                    interrupts.putOff();
                }
            }
            return idle.pollFirst();
        } finally {
            lock.unlock();
        }
    }

    private Kept fresh(Interrupts interrupts) throws SQLException {
        Kept kept = new Kept(pool.take(interrupts));
        lock.lock();
        try {
            open++;
            return kept;
        } finally {
            lock.unlock();
        }
    }

    private static boolean isAlive(Kept kept) {
        try {
            Connection connection = kept.ready.connection();
            return !connection.isClosed() && connection.isValid(TEST_SECONDS);
        } catch (SQLException | RuntimeException e) {
            return false;
        }
    }

    /** Keeps it if it is usable and wanted. If there are too many the oldest goes. */
    private void giveBack(Kept kept, boolean usable) {
        List<Kept> leaving = new ArrayList<>(1);
        lock.lock();
        try {
            kept.usedAt = System.nanoTime();
            if (usable) {
                idle.addFirst(kept);
            } else {
                open--;
                leaving.add(kept);
            }
            while (!idle.isEmpty() && (open > size || stores == 0)) {
                leaving.add(removeOldest());
            }
            tend();
            returned.signalAll();
        } finally {
            lock.unlock();
        }
        leaving.forEach(Reserve::close);
    }

    private Kept removeOldest() {
        Kept oldest = idle.stream()
                .min(Comparator.comparing(each -> each.since - startedAt))
                .orElseThrow();
        idle.remove(oldest);
        open--;
        return oldest;
    }

    private static void close(Kept kept) {
        try {
            kept.ready.close();
        } catch (SQLException | RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "a connection could not be given back to its pool", e);
        }
    }

    /** Starts the thread that looks after what is kept, if there is something and none runs. */
    private void tend() {
        if (tended || open == 0) {
            return;
        }
        try {
            Thread thread = new Thread(this::lookAfter, "semel-connections");
            thread.setDaemon(true);
            tended = true;
            thread.start();
        } catch (RuntimeException | Error e) {
            // The next call tries again.
            tended = false;
            LOG.log(System.Logger.Level.WARNING, "no thread can be had to look after the connections that are kept", e);
        }
    }

    private void lookAfter() {
        try {
            while (giveBackWhatIsNotNeeded()) {
                if (isAnotherNeeded()) {
                    addAnother();
                }
                await();
            }
        } catch (RuntimeException | Error e) {
            LOG.log(System.Logger.Level.WARNING, "the connections that are kept are not looked after", e);
            lock.lock();
            tended = false;
            lock.unlock();
        }
    }

    /** Returns false if nothing is left to look after. */
    private boolean giveBackWhatIsNotNeeded() {
        List<Kept> leaving = new ArrayList<>();
        lock.lock();
        try {
            boolean needed = keepUntil - System.nanoTime() > 0 && stores > 0;
            while (!needed && !idle.isEmpty()) {
                leaving.add(removeOldest());
            }
            tended = open > 0;
            return tended;
        } finally {
            lock.unlock();
            leaving.forEach(Reserve::close);
        }
    }

    private boolean isAnotherNeeded() {
        lock.lock();
        try {
            boolean grows = more && open < size;
            more = false;
            long now = System.nanoTime();
            return grows || (open <= size && idle.stream().anyMatch(each -> now - each.since > replaceAfter));
        } finally {
            lock.unlock();
        }
    }

    private void addAnother() {
        try (Interrupts interrupts = new Interrupts()) {
            giveBack(fresh(interrupts), true);
        } catch (SQLException | RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "the pool has no other connection to keep", e);
        }
    }

    private void await() {
        lock.lock();
        try {
            long neededFor = Math.max(SHORTEST_PAUSE, keepUntil - System.nanoTime());
            if (!more && stores > 0) {
                wanted.awaitNanos(Math.min(replaceAfter / 4, neededFor));
            }
        } catch (InterruptedException e) {
            LOG.log(System.Logger.Level.DEBUG, "interrupted while there was nothing to do", e);
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

    /** For one of the stores. When the last one is closed, all connections go back to the pool. */
    @Override
    public void close() {
        List<Kept> leaving = new ArrayList<>();
        lock.lock();
        try {
            stores--;
            while (stores == 0 && !idle.isEmpty()) {
                leaving.add(removeOldest());
            }
            wanted.signal();
        } finally {
            lock.unlock();
        }
        leaving.forEach(Reserve::close);
    }
}
