package dev.semel.benchmarks.sql;

import dev.semel.benchmarks.servers.BenchDatabase;
import dev.semel.benchmarks.servers.SqlPool;
import dev.semel.benchmarks.workload.CallKeys;
import dev.semel.benchmarks.workload.SemelCalls;
import dev.semel.benchmarks.workload.StoredResults;
import dev.semel.jdbc.JdbcStore;
import java.sql.SQLException;

/** Semel on an SQL store, with the table of its records. */
final class SemelTable implements AutoCloseable {
    private static final String COLUMNS = "digest, operation, scope, record_key, format, state, attempt, epoch, nonce,"
            + " claimed_as, fingerprint, created_at, lease_end, expires_at, media_type, result, checksum";

    private final SemelCalls calls;
    private final JdbcStore store;
    private final Rows rows;

    /**
     * Opens a store.
     *
     * @param combining whether calls of several threads share transactions
     */
    SemelTable(BenchDatabase database, String contender, boolean combining) {
        SqlPool pool = database.pool(contender);
        String wanted = contender.replace(' ', '_');
        this.store = combining ? pool.combined(wanted) : pool.uncombined(wanted);
        this.calls = new SemelCalls(store);
        String table = pool.recordTable(wanted);
        this.rows = new Rows(
                pool,
                database.empty(table),
                "INSERT INTO " + table + " (" + COLUMNS + ") VALUES (?" + ", ?".repeat(16) + ")",
                "SELECT COUNT(*) FROM " + table + " WHERE state = 3 AND result IS NOT NULL",
                SemelTable::row);
    }

    private static Object[] row(int number) {
        long now = System.currentTimeMillis() * 1000;
        return new Object[] {
            StoredResults.random(32),
            "payments.create",
            "",
            CallKeys.known(number),
            1,
            3,
            1,
            1L,
            StoredResults.random(16),
            0,
            StoredResults.random(32),
            now,
            now,
            now + 86_400_000_000L,
            "application/octet-stream",
            StoredResults.RESULT,
            0
        };
    }

    Rows rows() {
        return rows;
    }

    SemelCalls calls() {
        return calls;
    }

    /** Runs a new operation whose work inserts an order in the transaction of the record. */
    void onceWith(OrderTable orders) throws SQLException {
        calls.operation().in(store.transactions()).once(CallKeys.fresh(), SemelCalls.REQUEST, tx -> {
            orders.insert(tx.connection());
            return StoredResults.RESULT;
        });
    }

    /** Replaces all records by ones that can be replayed. */
    void fill() throws Exception {
        rows.clear();
        calls.fill();
    }

    @Override
    public void close() {
        calls.close();
    }
}
