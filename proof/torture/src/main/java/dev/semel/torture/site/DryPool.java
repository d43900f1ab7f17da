package dev.semel.torture.site;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/**
 * Work that takes all connections that a pool gives away, as slow reports do. It asks for no more than that: a connection that the store loses
 * afterwards, to the network, comes back to the pool, and the store gets it back from there in competition with other work. Nothing could
 * keep a connection from work that waits for each new one and never gives one back. For one thread.
 */
final class DryPool {
    private final HikariDataSource pool;
    private final IntConsumer dry;
    private final Runnable noMore;
    private final List<Connection> taken = new ArrayList<>();
    private boolean isDry;

    /**
     * Creates the work for one pool.
     *
     * @param dry is run when it gives no more, with the number of connections that it has not given: 0 if the store had none
     * @param noMore is run before all is given back, if {@code dry} was run
     */
    DryPool(HikariDataSource pool, IntConsumer dry, Runnable noMore) {
        this.pool = pool;
        this.dry = dry;
        this.noMore = noMore;
    }

    void keepFor(Duration time) {
        long deadline = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = deadline - System.nanoTime()) {
            if (isDry) {
                LockSupport.parkNanos(left);
            } else {
                takeOne();
            }
        }
        if (isDry) {
            noMore.run();
        }
        taken.forEach(DryPool::giveBack);
    }

    /** Waits for one for as long as the pool lets its callers wait. */
    private void takeOne() {
        try {
            taken.add(pool.getConnection());
            if (taken.size() == pool.getMaximumPoolSize()) {
                isDry();
            }
        } catch (SQLException e) {
            // What is missing belongs to others who do not give it back.
            isDry();
        }
    }

    private void isDry() {
        if (!isDry) {
            isDry = true;
            dry.accept(pool.getMaximumPoolSize() - taken.size());
        }
    }

    static void giveBack(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            // The pool drops it.
        }
    }
}
