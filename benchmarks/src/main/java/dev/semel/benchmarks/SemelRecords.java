package dev.semel.benchmarks;

import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.jdbc.JdbcStore;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Semel on an SQL store, as an application uses it. */
final class SemelRecords implements AutoCloseable {
    private static final String COLUMNS = "digest, operation, scope, record_key, format, state, attempt, epoch, nonce,"
            + " claimed_as, fingerprint, created_at, lease_end, expires_at, media_type, result, checksum";
    private static final Payment REQUEST = Payment.number(1);

    private final JdbcStore store;
    private final Semel semel;
    private final Operation<byte[]> operation;
    private final Rows rows;

    private SemelRecords(Database database, Site site, String table, JdbcStore store) {
        this.store = store;
        this.semel = Semel.on(store);
        this.operation = semel.operation("payments.create", Codec.bytes()).build();
        String name = site.recordTable(table);
        this.rows = new Rows(
                site,
                database.empty(name),
                "INSERT INTO " + name + " (" + COLUMNS + ") VALUES (?" + ", ?".repeat(16) + ")",
                "SELECT COUNT(*) FROM " + name + " WHERE state = 3 AND result IS NOT NULL",
                SemelRecords::row);
    }

    static SemelRecords combined(Database database, String contender) {
        Site site = database.site(contender);
        String table = contender.replace(' ', '_');
        return new SemelRecords(database, site, table, site.combined(table));
    }

    static SemelRecords uncombined(Database database, String contender) {
        Site site = database.site(contender);
        String table = contender.replace(' ', '_');
        return new SemelRecords(database, site, table, site.uncombined(table));
    }

    private static Object[] row(int number) {
        long now = System.currentTimeMillis() * 1000;
        return new Object[] {
            Rows.random(32),
            "payments.create",
            "",
            SqlKeys.known(number),
            1,
            3,
            1,
            1L,
            Rows.random(16),
            0,
            Rows.random(32),
            now,
            now,
            now + 86_400_000_000L,
            "application/octet-stream",
            Rows.RESULT,
            0
        };
    }

    Rows rows() {
        return rows;
    }

    JdbcStore store() {
        return store;
    }

    Operation<byte[]> operation() {
        return operation;
    }

    void once() {
        operation.once(SqlKeys.fresh(), REQUEST, () -> Rows.RESULT);
    }

    /** With work that fails or succeeds on connections of its own. */
    void onceAround(SqlContender.Step work) throws Exception {
        operation.once(SqlKeys.fresh(), REQUEST, () -> {
            work.run();
            return Rows.RESULT;
        });
    }

    /** With work in the transaction of the record. */
    void onceWith(Orders orders) throws SQLException {
        operation.in(store.transactions()).once(SqlKeys.fresh(), REQUEST, tx -> {
            orders.insert(tx.connection());
            return Rows.RESULT;
        });
    }

    void replay() {
        byte[] result = operation.once(SqlKeys.known(), REQUEST, () -> {
            throw new IllegalStateException("a known key was run again");
        });
        if (!Rows.same(result)) {
            throw new IllegalStateException("the answer is not what was stored");
        }
    }

    /** Makes the table hold the records that are replayed. */
    void fill() throws Exception {
        rows.site().execute(rows.empty());
        ExecutorService executor = Executors.newFixedThreadPool(32);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < Rows.AT_THE_START; i++) {
                String key = SqlKeys.known(i);
                all.add(executor.submit(() -> operation.once(key, REQUEST, () -> Rows.RESULT)));
            }
            for (Future<?> each : all) {
                each.get();
            }
        } finally {
            executor.shutdownNow();
        }
    }

    @Override
    public void close() {
        semel.close();
        store.close();
    }
}
