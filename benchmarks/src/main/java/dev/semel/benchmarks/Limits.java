package dev.semel.benchmarks;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** What the database can do at best: bare inserts of a kilobyte that protect nothing, one by one or as many as have gathered. */
final class Limits {
    private static final int MOST = 256;

    private final Database database;
    private final Site site;
    private final String table;
    private final Rows rows;
    private final Queue<Waiting> queue = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean sending = new AtomicBoolean();

    Limits(Database database, String contender) throws SQLException {
        this.database = database;
        this.site = database.site(contender);
        this.table = contender.replace(' ', '_');
        site.execute("CREATE TABLE " + table + " (id varchar(255) NOT NULL PRIMARY KEY, payload " + database.binary()
                + " NOT NULL)");
        this.rows = new Rows(
                site,
                database.empty(table),
                "INSERT INTO " + table + " (id, payload) VALUES (?, ?)",
                "SELECT COUNT(*) FROM " + table,
                number -> new Object[] {SqlKeys.known(number), Rows.RESULT});
    }

    /** A row on its way. */
    private static final class Waiting {
        private final String key = SqlKeys.fresh();
        private final Thread thread = Thread.currentThread();
        private @Nullable SQLException failure;
        private volatile boolean done;
    }

    Rows rows() {
        return rows;
    }

    void insertAlone() throws SQLException {
        try (Connection connection = site.pool().getConnection();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO " + table + " (id, payload) VALUES (?, ?)")) {
            insert.setString(1, SqlKeys.fresh());
            insert.setBytes(2, Rows.RESULT);
            insert.executeUpdate();
        }
    }

    /** Whoever finds nobody sending sends for all who wait. */
    void insertTogether() throws SQLException {
        Waiting mine = new Waiting();
        queue.add(mine);
        while (!mine.done) {
            if (sending.compareAndSet(false, true)) {
                sendForAll();
            } else {
                LockSupport.park(this);
            }
        }
        if (mine.failure != null) {
            throw mine.failure;
        }
    }

    private void sendForAll() {
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
        try (Connection connection = site.pool().getConnection()) {
            database.insertMany(connection, table, keys, Rows.RESULT);
            return null;
        } catch (SQLException e) {
            return e;
        }
    }
}
