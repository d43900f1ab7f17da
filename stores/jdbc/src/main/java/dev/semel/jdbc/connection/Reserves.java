package dev.semel.jdbc.connection;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The reserves of all pools of this process: there is one for each pool, however many stores use it. */
public final class Reserves {
    private static final System.Logger LOG = System.getLogger("dev.semel.jdbc");
    private static final List<WeakReference<Reserve>> ALL = new ArrayList<>();

    private Reserves() {}

    /** Joins the reserve of a pool for one more store, or returns {@code connections} if nothing is to be reserved. */
    public static Connections join(Connections connections, int size, String address) {
        return size > 0 && connections instanceof PoolConnections pool ? join(pool, size, address) : connections;
    }

    /** Logs the size of a reserve for its first store. */
    private static Reserve join(PoolConnections pool, int size, String address) {
        synchronized (ALL) {
            Reserve reserve = find(pool);
            if (reserve == null) {
                reserve = new Reserve(pool);
                ALL.add(new WeakReference<>(reserve));
                LOG.log(
                        System.Logger.Level.INFO,
                        "while leases are live, the store reserves up to " + size + " connections of the pool of "
                                + address + " for claims, renewals and settlements");
            }
            reserve.joined(size);
            return reserve;
        }
    }

    private static @Nullable Reserve find(PoolConnections pool) {
        ALL.removeIf(each -> each.get() == null);
        for (WeakReference<Reserve> each : ALL) {
            Reserve reserve = each.get();
            if (reserve != null && reserve.isOf(pool)) {
                return reserve;
            }
        }
        return null;
    }
}
