package dev.semel.benchmarks.sql;

import dev.semel.benchmarks.servers.BenchDatabase;
import dev.semel.benchmarks.servers.SqlPool;
import dev.semel.benchmarks.workload.CallKeys;
import dev.semel.benchmarks.workload.StoredResults;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The limit of the database: bare inserts of 1 KB that protect nothing, one by one or in batches of all waiting rows. */
final class Limits {
    private static final int MOST = 256;

    private final BenchDatabase database;
    private final SqlPool pool;
    private final String table;
    private final String insert;
    private final Rows rows;
    private final Queue<Waiting> queue = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean sending = new AtomicBoolean();

    Limits(BenchDatabase database, String contender) throws SQLException {
        this.database = database;
        this.pool = database.pool(contender);
        this.table = contender.replace(' ', '_');
        this.insert = "INSERT INTO " + table + " (id, payload) VALUES (?, ?)";
        pool.execute("CREATE TABLE " + table + " (id varchar(255) NOT NULL PRIMARY KEY, payload " + database.binary()
                + " NOT NULL)");
        this.rows = new Rows(pool, database.empty(table), insert, "SELECT COUNT(*) FROM " + table, number ->
                new Object[] {CallKeys.known(number), StoredResults.RESULT});
    }

    /** A row that waits to be sent. */
    private static final class Waiting {
        private final String key = CallKeys.fresh();
        private final Thread thread = Thread.currentThread();
        private @Nullable SQLException failure;
        private volatile boolean done;
    }

    Rows rows() {
        return rows;
    }

    void insertAlone() throws SQLException {
        pool.update(insert, CallKeys.fresh(), StoredResults.RESULT);
    }

    /** Sends the rows of all waiting threads if no other thread is sending, and waits otherwise. */
    void insertTogether() throws SQLException {
        Waiting mine = new Waiting();
        queue.add(mine);
        while (!mine.done) {
            if (sending.compareAndSet(false, true)) {
                sendAll();
            } else {
                LockSupport.park(this);
            }
        }
        if (mine.failure != null) {
            throw mine.failure;
        }
    }

    private void sendAll() {
        List<Waiting> batch = new ArrayList<>();
        for (Waiting each = queue.poll(); each != null; each = batch.size() < MOST ? queue.poll() : null) {
            batch.add(each);
        }
        SQLException failure = send(batch);
        sending.set(false);
        Waiting next = queue.peek();
        if (next != null) {
            LockSupport.unpark(next.thread);
        }
        for (Waiting each : batch) {
            each.failure = failure;
            each.done = true;
            LockSupport.unpark(each.thread);
        }
    }

    private @Nullable SQLException send(List<Waiting> batch) {
        if (batch.isEmpty()) {
            return null;
        }
        List<String> keys = batch.stream().map(each -> each.key).toList();
        try (Connection connection = pool.pool().getConnection()) {
            database.insertMany(connection, table, keys, StoredResults.RESULT);
            return null;
        } catch (SQLException e) {
            return e;
        }
    }
}
