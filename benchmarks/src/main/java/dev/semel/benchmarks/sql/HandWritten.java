package dev.semel.benchmarks.sql;

import dev.semel.benchmarks.servers.BenchDatabase;
import dev.semel.benchmarks.servers.SqlPool;
import dev.semel.benchmarks.workload.CallKeys;
import dev.semel.benchmarks.workload.StoredResults;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The pattern of tutorials: a table with the idempotency key as its primary key, and a column for the response. */
final class HandWritten {
    private static final String FINGERPRINT = "5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9";
    private static final String COLUMNS = "idempotency_key, fingerprint, state";

    private final SqlPool pool;
    private final Rows rows;
    private final String insert;
    private final String update;
    private final String select;
    private final String selectForUpdate;

    HandWritten(BenchDatabase database, String contender) throws SQLException {
        this.pool = database.pool(contender);
        String table = contender.replace(' ', '_');
        pool.execute("CREATE TABLE " + table + " (idempotency_key varchar(255) NOT NULL PRIMARY KEY,"
                + " fingerprint varchar(64) NOT NULL, state varchar(16) NOT NULL,"
                + " created_at timestamp DEFAULT CURRENT_TIMESTAMP, response " + database.binary() + ")");
        this.rows = new Rows(
                pool,
                database.empty(table),
                "INSERT INTO " + table + " (" + COLUMNS + ", response) VALUES (?, ?, ?, ?)",
                "SELECT COUNT(*) FROM " + table + " WHERE response IS NOT NULL AND state = 'done'",
                number -> new Object[] {CallKeys.known(number), FINGERPRINT, "done", StoredResults.RESULT});
        this.insert = database.insertOrIgnore(table, COLUMNS, "?, ?, 'started'");
        this.update = "UPDATE " + table + " SET state = 'done', response = ? WHERE idempotency_key = ?";
        this.select = "SELECT fingerprint, state, response FROM " + table + " WHERE idempotency_key = ?";
        this.selectForUpdate = select + database.lock();
    }

    Rows rows() {
        return rows;
    }

    /** Inserts, then updates, each with its own commit, and holds no connection during the work. */
    void once() throws SQLException {
        String key = CallKeys.fresh();
        claim(key);
        settle(key);
    }

    void claim(String key) throws SQLException {
        expect(1, pool.update(insert, key, FINGERPRINT));
    }

    void settle(String key) throws SQLException {
        pool.update(update, StoredResults.RESULT, key);
    }

    /** Inserts, locks and updates in one transaction, which is open during the work. */
    void onceLocked() throws SQLException {
        String key = CallKeys.fresh();
        pool.inTransaction(connection -> {
            expect(1, SqlPool.update(connection, insert, key, FINGERPRINT));
            try (PreparedStatement statement = connection.prepareStatement(selectForUpdate)) {
                statement.setString(1, key);
                try (ResultSet found = statement.executeQuery()) {
                    if (!found.next() || !found.getString(2).equals("started")) {
                        throw new IllegalStateException("a fresh key was in use");
                    }
                }
            }
            SqlPool.update(connection, update, StoredResults.RESULT, key);
        });
    }

    /** Tries to insert, then selects the response. */
    void replay() throws SQLException {
        String key = CallKeys.known();
        try (Connection connection = pool.pool().getConnection()) {
            expect(0, SqlPool.update(connection, insert, key, FINGERPRINT));
            try (PreparedStatement statement = connection.prepareStatement(select)) {
                statement.setString(1, key);
                try (ResultSet found = statement.executeQuery()) {
                    if (!found.next() || !found.getString(1).equals(FINGERPRINT)) {
                        throw new IllegalStateException("a known key was not found with its fingerprint");
                    }
                    StoredResults.check(found.getBytes(3));
                }
            }
        }
    }

    private static void expect(int expected, int inserted) {
        if (inserted != expected) {
            throw new IllegalStateException("inserted " + inserted + " rows, expected " + expected);
        }
    }
}
