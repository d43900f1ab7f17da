package dev.semel.torture;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Work that takes all connections that a pool gives away, as slow reports do. For one thread. */
final class DryPool {
    private final HikariDataSource pool;
    private final Runnable dry;
    private final Runnable noMore;
    private final List<Connection> taken = new ArrayList<>();
    private boolean isDry;

    /**
     * Of one pool.
     *
     * @param dry is run when it gives no more
     * @param noMore is run before all is given back, if {@code dry} was run
     */
    DryPool(HikariDataSource pool, Runnable dry, Runnable noMore) {
        this.pool = pool;
        this.dry = dry;
        this.noMore = noMore;
    }

    void keepFor(Duration time) {
        long deadline = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < deadline) {
            takeOne();
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
            dry.run();
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
