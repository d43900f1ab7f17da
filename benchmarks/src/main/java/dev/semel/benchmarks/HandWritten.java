package dev.semel.benchmarks;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The pattern of the tutorials: a table with the key as its primary key, and a column for the answer. */
final class HandWritten {
    static final String FINGERPRINT = "5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9";
    private static final String COLUMNS = "idempotency_key, fingerprint, state";

    private final Site site;
    private final Rows rows;
    private final String insert;
    private final String update;
    private final String select;
    private final String selectForUpdate;

    HandWritten(Database database, String contender) throws SQLException {
        this.site = database.site(contender);
        String table = contender.replace(' ', '_');
        site.execute("CREATE TABLE " + table + " (idempotency_key varchar(255) NOT NULL PRIMARY KEY,"
                + " fingerprint varchar(64) NOT NULL, state varchar(16) NOT NULL,"
                + " created_at timestamp DEFAULT CURRENT_TIMESTAMP, response " + database.binary() + ")");
        this.rows = new Rows(
                site,
                database.empty(table),
                "INSERT INTO " + table + " (" + COLUMNS + ", response) VALUES (?, ?, ?, ?)",
                "SELECT COUNT(*) FROM " + table + " WHERE response IS NOT NULL AND state = 'done'",
                number -> new Object[] {SqlKeys.known(number), FINGERPRINT, "done", Rows.RESULT});
        this.insert = database.insertOrIgnore(table, COLUMNS, "?, ?, 'started'");
        this.update = "UPDATE " + table + " SET state = 'done', response = ? WHERE idempotency_key = ?";
        this.select = "SELECT fingerprint, state, response FROM " + table + " WHERE idempotency_key = ?";
        this.selectForUpdate = select + database.lock();
    }

    Rows rows() {
        return rows;
    }

    /** Insert, then update, each committed on its own, on a connection that is not held while the work is done. */
    void once() throws SQLException {
        String key = SqlKeys.fresh();
        claim(key);
        settle(key);
    }

    void claim(String key) throws SQLException {
        try (Connection connection = site.pool().getConnection()) {
            insert(connection, key, 1);
        }
    }

    void settle(String key) throws SQLException {
        try (Connection connection = site.pool().getConnection()) {
            update(connection, key);
        }
    }

    /** Insert, lock, update, in one transaction that is open while the work is done. */
    void onceLocked() throws SQLException {
        String key = SqlKeys.fresh();
        try (Connection connection = site.pool().getConnection()) {
            connection.setAutoCommit(false);
            insert(connection, key, 1);
            try (PreparedStatement statement = connection.prepareStatement(selectForUpdate)) {
                statement.setString(1, key);
                try (ResultSet found = statement.executeQuery()) {
                    if (!found.next() || !found.getString(2).equals("started")) {
                        throw new IllegalStateException("a fresh key was not");
                    }
                }
            }
            update(connection, key);
            connection.commit();
            connection.setAutoCommit(true);
        }
    }

    /** Insert, which does nothing, then select the answer. */
    void replay() throws SQLException {
        String key = SqlKeys.known();
        try (Connection connection = site.pool().getConnection()) {
            insert(connection, key, 0);
            try (PreparedStatement statement = connection.prepareStatement(select)) {
                statement.setString(1, key);
                try (ResultSet found = statement.executeQuery()) {
                    if (!found.next() || !found.getString(1).equals(FINGERPRINT) || !Rows.same(found.getBytes(3))) {
                        throw new IllegalStateException("the answer is not what was stored");
                    }
                }
            }
        }
    }

    private void insert(Connection connection, String key, int expected) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(insert)) {
            statement.setString(1, key);
            statement.setString(2, FINGERPRINT);
            if (statement.executeUpdate() != expected) {
                throw new IllegalStateException("expected that " + expected + " rows are inserted");
            }
        }
    }

    private void update(Connection connection, String key) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(update)) {
            statement.setBytes(1, Rows.RESULT);
            statement.setString(2, key);
            statement.executeUpdate();
        }
    }
}
